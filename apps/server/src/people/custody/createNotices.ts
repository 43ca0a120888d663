import type { Logger } from 'pino'
import { RouteFault } from '../../core/http/routeFault.ts'
import { MailError, type Mailer, type OutgoingMail } from '../mail/createMailer.ts'
import type { AccountAddresses } from './custodyCaller.ts'
import { type CustodyNews, formatCustodyMail } from './formatCustodyMail.ts'

/** Notifies every address of an account of what happened to its key. */
export interface Notices {
  /**
   * Notifies before a key share leaves that could recover the key, so that none leaves silently. A dead address does
   * not block it. `onUntold` runs before the error where certainly no mail arrives.
   * @throws RouteFault APKT009 (503) when there are others and not one could be told.
   */
  insist(account: string, news: CustodyNews, onUntold?: () => Promise<void>): Promise<void>
  /** The same for mails of another room, one for each address of an account. @throws RouteFault APKT009 (503) */
  insistOn(mails: readonly OutgoingMail[], onUntold?: () => Promise<void>): Promise<void>
  /**
   * Notifies after the action: a failing provider does not undo it, and is logged. `to` are the addresses of a deleted
   * account.
   */
  notify(account: string, news: CustodyNews, to?: readonly string[]): Promise<void>
}

export function createNotices(deps: {
  readonly mailer: Mailer
  readonly addresses: AccountAddresses
  readonly log: Logger
  /** Milliseconds since 1970. */
  readonly now: () => number
}): Notices {
  const { mailer, addresses, log, now } = deps

  async function send(
    account: string,
    news: CustodyNews,
    given?: readonly string[],
  ): Promise<PromiseSettledResult<void>[]> {
    const to = given ?? (await addresses.addressesOf(account))
    const at = now()
    return sendAll(
      to.map(address => formatCustodyMail({ to: address, news, at })),
      news,
    )
  }

  async function sendAll(
    mails: readonly OutgoingMail[],
    news: CustodyNews | 'waiting',
  ): Promise<PromiseSettledResult<void>[]> {
    const sent = await Promise.allSettled(mails.map(mail => mailer.send(mail)))
    for (const result of sent) {
      if (result.status === 'fulfilled') continue
      const { reason } = result
      log.warn({ news, why: reason instanceof MailError ? reason.reason : 'failed' }, 'notice not sent')
    }
    return sent
  }

  /** Requires that one of the mails went out, unless each of the others went to an address that is gone. */
  async function requireSent(
    sent: readonly PromiseSettledResult<void>[],
    onUntold: (() => Promise<void>) | undefined,
  ): Promise<void> {
    const failed = sent.find(
      each => each.status === 'rejected' && !(each.reason instanceof MailError && each.reason.isGone),
    )
    if (failed === undefined || sent.some(({ status }) => status === 'fulfilled')) return
    const mayArrive = sent.some(
      each => each.status === 'rejected' && !(each.reason instanceof MailError && !each.reason.mayArrive),
    )
    if (!mayArrive) await onUntold?.()
    const cause = (failed as PromiseRejectedResult).reason
    throw new RouteFault('APKT009', { status: 503, retryAfter: 30, cause })
  }

  return {
    async insist(account, news, onUntold) {
      await requireSent(await send(account, news), onUntold)
    },
    async insistOn(mails, onUntold) {
      await requireSent(await sendAll(mails, 'waiting'), onUntold)
    },
    async notify(account, news, to) {
      try {
        await send(account, news, to)
      } catch (error) {
        log.warn({ news, err: error }, 'notice not sent')
      }
    },
  }
}
