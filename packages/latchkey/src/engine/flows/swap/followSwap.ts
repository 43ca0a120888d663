/** What the journal says of a swap, as a review shows it: the receipt's word, never the quote's. */
import { parseAmount } from '../../../contract/amount.ts'
import type { EntryLeg, JournalEntry, SwapEntry } from '../../../contract/journal.ts'
import type { TransferReceipt } from '../../../contract/send.ts'
import type { SwapLegs } from '../../../contract/swap.ts'
import type { EngineContext } from '../../context.ts'
import { isArriving } from '../../nouns/journal/isArriving.ts'
import type { SettleContext } from '../../nouns/journal/settleEntry.ts'
import type { ProgressEvent } from './progressTransition.ts'

type Told = Extract<ProgressEvent, { type: 'told' }>

/** Calls `told` with what is known of a swap, now and whenever more is. Returns the stop. */
export function followSwap(
  ctx: SettleContext & Pick<EngineContext, 'journal' | 'api' | 'isInPage'>,
  id: string,
  told: (event: Told) => void,
): () => void {
  const stops: (() => void)[] = []
  let isOver = false
  let isRead = false
  let isFollowed = false
  void ctx.journal().then(
    journal => {
      if (isOver) return
      const readLegs = async (entry: SwapEntry, receipt: TransferReceipt) => {
        const { swapLegs } = await import('../../nouns/journal/swapLegs.ts')
        const { legs } = await swapLegs(ctx, entry, receipt)
        await journal.change(id, now => (now?.kind === 'swap' && legs ? { ...now, legs } : now))
      }
      const look = (entries: readonly JournalEntry[]) => {
        const entry = entries.find(each => each.id === id)
        if (entry?.kind !== 'swap') return
        const event = toTold(entry)
        told(event)
        // It is on its way to another network: the services say what becomes of it there.
        if (event.at === 'done' && isArriving(entry, ctx.clock.now()) && !isFollowed) {
          isFollowed = true
          void import('./followArrival.ts').then(
            ({ followArrival }) => isOver || stops.push(followArrival(ctx, journal, entry)),
            () => undefined,
          )
        }
        if (event.at !== 'done' || entry.legs || isRead || !entry.receipt) return
        // The node did not say when the receipt came: it is asked once more.
        isRead = true
        readLegs(entry, entry.receipt).catch(() => undefined)
      }
      stops.push(journal.machine.subscribe(look), journal.watch())
      look(journal.machine.getState())
    },
    // Its chunk did not come: what is shown stands.
    () => undefined,
  )
  return () => {
    isOver = true
    for (const stop of stops) stop()
  }
}

/** An entry as a review shows it. */
export function toTold({ id, status, hash, receipt, legs, arrival }: SwapEntry): Told {
  const own = { type: 'told', id, ...(hash !== undefined && { hash }) } as const
  if (status === 'pending') return { ...own, at: 'sent' }
  if (status === 'asked' || status === 'unknown') return { ...own, at: 'unknown' }
  const isRepriced = receipt?.status === 'replaced' && receipt.reason === 'repriced'
  if (status !== 'confirmed' && !(isRepriced && receipt.outcome === 'confirmed'))
    return { ...own, at: 'failed' }
  const mined = receipt?.status === 'replaced' ? receipt.by : receipt?.hash
  return {
    ...own,
    at: 'done',
    ...(mined !== undefined && { hash: mined }),
    ...(legs && { legs: toLegs(legs) }),
    ...(arrival && { arrival }),
  }
}

function toLegs({ out, in: into }: NonNullable<SwapEntry['legs']>): SwapLegs {
  const amount = ({ amount: text, asset }: EntryLeg) => parseAmount(text, asset.decimals)
  return { ...(out && { out: amount(out) }), ...(into && { in: amount(into) }) }
}
