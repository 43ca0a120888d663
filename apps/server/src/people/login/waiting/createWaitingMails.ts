import { framePath } from 'latchkey/services'
import type { OutgoingMail } from '../../mail/createMailer.ts'
import type { WaitingRow } from './composeWaiting.ts'
import type { WaitingDeps } from './createWaiting.ts'
import { formatWaitedMail, formatWaitingMail, type WaitingNews } from './formatWaitingMail.ts'

/** Mails about changes that wait, to every address of their account. */
export interface WaitingMails {
  /**
   * Says at once, or a day before, what is going to take effect. `onUntold` runs before the error where certainly no mail
   * arrives.
   * @throws RouteFault APKT009 (503) when there are addresses and not one could be reached
   */
  tell(row: WaitingRow, link: string, onUntold?: () => Promise<void>): Promise<void>
  /** Says what became of it, to addresses that the account may no longer have; a failing provider changes nothing. */
  tellEnd(row: WaitingRow, is: 'done' | 'stopped', to: readonly string[]): Promise<void>
}

export function createWaitingMails(
  deps: Omit<WaitingDeps, 'custody'> & {
    readonly custody: Pick<WaitingDeps['custody'], 'notices'>
  },
): WaitingMails {
  const { store, login, custody, walletOrigin, now, log } = deps

  async function newsOf(row: WaitingRow, to: readonly string[]): Promise<readonly WaitingNews[]> {
    const project = await store.db
      .selectFrom('projects')
      .select('name')
      .where('id', '=', row.project_id)
      .executeTakeFirst()
    return to.map(address => ({
      to: address,
      kind: row.kind,
      // A passkey has the name that a visitor gave it.
      label: row.kind === 'passkey' ? null : row.label,
      project: project?.name ?? row.project_id,
      page: row.page,
      browser: row.browser,
      begunAt: row.begun_at,
      effectAt: row.effect_at,
    }))
  }

  return {
    async tell(row, secret, onUntold) {
      const link = `${walletOrigin}${framePath}?projectId=${row.project_id}#stop=${secret}`
      const news = await newsOf(row, await login.accounts.addressesOf(row.account_id))
      const isReminder = row.told_at !== null
      await custody.notices.insistOn(
        news.map(each => formatWaitingMail({ ...each, link, isReminder })),
        onUntold,
      )
    },
    async tellEnd(row, is, to) {
      const at = now()
      const mails: readonly OutgoingMail[] = (await newsOf(row, to)).map(each =>
        formatWaitedMail({ ...each, is, at }),
      )
      await custody.notices.insistOn(mails).catch(error => log.warn({ err: error }, 'notice not sent'))
    },
  }
}
