import type { Store } from '../../../core/store/store.ts'
import type { SigningPolicy } from './signingPolicy.ts'

/**
 * The policies that hold for an account: those of every project that it came by, however it comes today. A login by a project
 * without a policy does not get around them (S3).
 */
export interface AccountPolicies {
  /** Remembers that the account came by a project, if that has a policy. */
  join(account: string, project: string): Promise<void>
  of(account: string): Promise<readonly SigningPolicy[]>
}

export function createPolicies(deps: {
  readonly store: Store
  readonly policies: ReadonlyMap<string, SigningPolicy>
}): AccountPolicies {
  const { store, policies } = deps
  async function projectsOf(account: string): Promise<readonly string[]> {
    if (policies.size === 0) return []
    const rows = await store.db
      .selectFrom('custody_projects')
      .select('project_id')
      .where('account_id', '=', account)
      .execute()
    return rows.map(row => row.project_id)
  }
  return {
    async join(account, project) {
      if (!policies.has(project) || (await projectsOf(account)).includes(project)) return
      await store.write([
        store.compose
          .insertInto('custody_projects')
          .values({ account_id: account, project_id: project })
          .onConflict(conflict => conflict.columns(['account_id', 'project_id']).doNothing())
          .compile(),
      ])
    },
    of: async account => (await projectsOf(account)).flatMap(project => policies.get(project) ?? []),
  }
}
