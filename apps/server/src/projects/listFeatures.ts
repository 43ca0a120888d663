import { type ProjectFeature, projectFeatureSchema } from 'latchkey/services'
import * as v from 'valibot'
import type { Store } from '../core/store/store.ts'

/** The project's flags, by id. A stored `config` that is not what the contract says counts as none. */
export async function listFeatures(store: Pick<Store, 'db'>, projectId: string): Promise<ProjectFeature[]> {
  const rows = await store.db
    .selectFrom('project_features')
    .select(['feature_id', 'is_enabled', 'config'])
    .where('project_id', '=', projectId)
    .orderBy('feature_id')
    .execute()
  return rows.map(row => ({
    id: row.feature_id,
    isEnabled: row.is_enabled === 1,
    config: readConfig(row.config),
  }))
}

function readConfig(text: string | null): ProjectFeature['config'] {
  if (text === null) return null
  try {
    const result = v.safeParse(projectFeatureSchema.entries.config, JSON.parse(text))
    return result.success ? result.output : null
  } catch {
    return null
  }
}
