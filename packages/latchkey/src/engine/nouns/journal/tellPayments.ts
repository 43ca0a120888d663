/** Tells the services which transaction pays a payment, until they know it; a page that was reloaded meanwhile goes on. */
import { isLatchkeyError } from '../../../contract/error.ts'
import type { JournalEntry, PaymentEntry } from '../../../contract/journal.ts'
import { postPaymentTransaction } from '../../../contract/payments.ts'
import { wait } from '../../base/wait.ts'
import type { EngineContext } from '../../context.ts'
import type { Journal } from './journal.ts'

/** Milliseconds between two tries: at first, and at most. */
const firstPause = 2_000
const longestPause = 60_000
/** The services keep what they know of a payment for longer; after that it is the merchant's to look. */
const toldFor = 7 * 86_400_000

/** Whether the services have yet to hear of an entry's transaction. */
export function isUntold(
  entry: JournalEntry,
  now: number,
): entry is PaymentEntry & { readonly hash: string } {
  if (entry.kind !== 'payment' || entry.paymentId === undefined || entry.told) return false
  const isSent = entry.status === 'pending' || entry.status === 'confirmed' || entry.status === 'replaced'
  return isSent && minedHash(entry) !== undefined && now - entry.at < toldFor
}

/** The transaction that was mined for an entry, else the one that was sent; of a batch, once a receipt names it. */
export function minedHash({ hash, receipt }: PaymentEntry): string | undefined {
  if (receipt?.status === 'replaced') return receipt.by
  return receipt?.hash ?? hash
}

/** Tells all that are untold, each until the services took it or refuse it for good. Never throws. */
export async function tellPayments(
  ctx: Pick<EngineContext, 'api' | 'clock' | 'signal'>,
  journal: Pick<Journal, 'machine' | 'once' | 'change'>,
): Promise<void> {
  const untold = journal.machine.getState().filter(entry => isUntold(entry, ctx.clock.now()))
  await Promise.all(untold.map(entry => journal.once(`tell ${entry.id}`, () => tell(entry))))

  async function tell({ id }: JournalEntry): Promise<void> {
    for (let pause = firstPause; !ctx.signal.aborted; pause = Math.min(pause * 2, longestPause)) {
      const entry = journal.machine.getState().find(each => each.id === id)
      if (!entry || !isUntold(entry, ctx.clock.now())) return
      const { paymentId = '', caipNetworkId } = entry
      const hash = minedHash(entry) as string
      try {
        const api = await ctx.api()
        const values = { params: { payment: paymentId }, body: { caipNetworkId, hash }, signal: ctx.signal }
        await api.call(postPaymentTransaction, values)
        // The services hear of one that replaced it meanwhile, too.
        await journal.change(id, now =>
          now?.kind === 'payment' && minedHash(now) === hash ? { ...now, told: true } : now,
        )
        return
      } catch (cause) {
        if (isLatchkeyError(cause) && forGood.includes(cause.context.refusal)) {
          await journal.change(id, now => (now?.kind === 'payment' ? { ...now, told: true } : now))
          return
        }
      }
      await wait(ctx.clock, pause, ctx.signal)
    }
  }
}

/** What asking again does not change. */
const forGood: readonly unknown[] = ['NOT_FOUND']
