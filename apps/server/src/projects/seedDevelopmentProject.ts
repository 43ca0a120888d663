import { type FeatureId, featureIds } from 'latchkey/contract'
import type { Store } from '../store/store.ts'
import { developmentProjectId } from './findProject.ts'

/** A flag is switched on here by the work that brings its feature. */
const on: readonly FeatureId[] = ['activity', 'branding']

/**
 * Makes the development project, or brings it back to this state. It lists no origins: any page of this machine may
 * use it.
 */
export async function seedDevelopmentProject(store: Store, now: number): Promise<void> {
  const project_id = developmentProjectId
  await store.write([
    store.compose
      .insertInto('projects')
      .values({ id: project_id, name: 'Latchkey development', created_at: now, is_analytics_enabled: 1 })
      .onConflict(conflict =>
        conflict
          .column('id')
          .doUpdateSet(eb => ({ is_analytics_enabled: 1, revision: eb('projects.revision', '+', 1) })),
      )
      .compile(),
    store.compose
      .insertInto('project_features')
      .values(
        featureIds.map(feature_id => ({
          project_id,
          feature_id,
          is_enabled: on.includes(feature_id) ? 1 : 0,
          config: null,
        })),
      )
      .onConflict(conflict =>
        conflict.columns(['project_id', 'feature_id']).doUpdateSet(eb => ({
          is_enabled: eb.ref('excluded.is_enabled'),
          config: eb.ref('excluded.config'),
        })),
      )
      .compile(),
  ])
}
