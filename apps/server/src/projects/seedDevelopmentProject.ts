import { type FeatureId, featureIds } from 'latchkey/services'
import type { Store } from '../core/store/store.ts'
import { developmentProjectId, loginDevelopmentProjectId, signInDevelopmentProjectId } from './findProject.ts'

/** A flag is switched on here by the work that brings its feature. */
const on: readonly FeatureId[] = [
  'activity',
  'branding',
  'multi_wallet',
  'swap',
  'onramp',
  'fund_from_exchange',
  'payments',
]

/** Where the sample shop is paid. */
const till = '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720'

const projects: readonly { readonly id: string; readonly name: string; readonly on: readonly FeatureId[] }[] =
  [
    { id: developmentProjectId, name: 'Fernweh Press', on },
    // These flags ask every visitor to sign in, so they have their own project.
    {
      id: signInDevelopmentProjectId,
      name: 'Fernweh Press, sign-in',
      on: [...on, 'authentication', 'email_capture'],
    },
    // These flags show other ways to connect first.
    { id: loginDevelopmentProjectId, name: 'Fernweh Press', on: [...on, 'social_login'] },
  ]

/**
 * Makes the development projects, or brings them back to this state. They list no origins: any page of this machine may
 * use them.
 */
export async function seedDevelopmentProject(store: Store, now: number): Promise<void> {
  const addresses = JSON.stringify([till])
  await store.write([
    store.compose
      .insertInto('projects')
      .values(
        projects.map(({ id, name }) => ({ id, name, created_at: now, is_analytics_enabled: 1, addresses })),
      )
      .onConflict(conflict =>
        conflict.column('id').doUpdateSet(eb => ({
          name: eb.ref('excluded.name'),
          addresses,
          is_analytics_enabled: 1,
          revision: eb('projects.revision', '+', 1),
        })),
      )
      .compile(),
    store.compose
      .insertInto('project_features')
      .values(
        projects.flatMap(project =>
          featureIds.map(feature_id => ({
            project_id: project.id,
            feature_id,
            is_enabled: project.on.includes(feature_id) ? 1 : 0,
            config: null,
          })),
        ),
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
