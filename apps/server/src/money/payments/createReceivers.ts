import type { Store } from '../../core/store/store.ts'
import { isDevelopmentProject } from '../../projects/findProject.ts'
import { developmentReceivers } from './developmentReceivers.ts'

/** Whether payments of a project may go to an account, in the store's spelling. */
export type IsReceiver = (project: string, chain: string, address: string) => Promise<boolean>

/** Knows the receivers of each project: the operator's for all, the project's own, and in development the dev accounts. */
export function createReceivers(deps: {
  readonly store: Pick<Store, 'db'>
  readonly recipients: ReadonlySet<string>
  readonly development: boolean
}): IsReceiver {
  const { store, recipients, development } = deps
  return async (project, chain, address) => {
    const account = `${chain}:${address}`
    if (recipients.has(account)) return true
    if (development && isDevelopmentProject(project) && developmentReceivers.has(address)) return true
    const row = await store.db
      .selectFrom('project_receivers')
      .select('account')
      .where('project_id', '=', project)
      .where('account', '=', account)
      .executeTakeFirst()
    return row !== undefined
  }
}
