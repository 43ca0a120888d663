import { framePath } from 'latchkey/services'
import { undoLifetime } from '../composeUndo.ts'
import type { ChangeRow } from '../createChanges.ts'
import { formatChangedMail, formatLoginNotice, maskEmail } from '../formatLoginMail.ts'
import { makeLink } from '../makeLink.ts'
import type { WaitingRow } from './composeWaiting.ts'
import type { WaitingDeps } from './createWaiting.ts'

/** A change of address that is about to be made, with the digest of the link that undoes it. */
export interface WaitedAddress {
  readonly row: ChangeRow
  readonly undoMac: string
}

/** Mails of a change of address that waited: the same as of one that is made at once (T45). */
export interface AddressMails {
  /**
   * Sends the old address the link that undoes the change; undefined when the change is no longer there.
   * @throws RouteFault APKT009 (503): an address is never lost silently
   */
  before(waiting: WaitingRow): Promise<WaitedAddress | undefined>
  /** Says to the new address that it is the account's. */
  after(change: WaitedAddress): Promise<void>
}

export function createAddressMails(deps: WaitingDeps): AddressMails {
  const { store, custody, walletOrigin, now, log } = deps
  return {
    async before({ subject, project_id }) {
      const row = await store.db
        .selectFrom('login_changes')
        .innerJoin('projects', 'projects.id', 'login_changes.project_id')
        .selectAll('login_changes')
        .select('projects.name as project')
        .where('change_id', '=', subject)
        .where('step', '=', 'waiting')
        .executeTakeFirst()
      if (row === undefined || row.old_email === null) return undefined
      const { project, ...change } = row
      const { link, mac } = makeLink()
      const at = now()
      const mail = formatChangedMail({
        to: row.old_email,
        project,
        next: maskEmail(row.new_email),
        link: `${walletOrigin}${framePath}?projectId=${project_id}#undo=${link}`,
        until: at + undoLifetime,
        at,
      })
      await custody.notices.insistOn([mail])
      return { row: change, undoMac: mac }
    },
    async after({ row }) {
      const mail = formatLoginNotice({ to: row.new_email, news: 'yours', at: now() })
      await custody.notices.insistOn([mail]).catch(error => log.warn({ err: error }, 'notice not sent'))
    },
  }
}
