/** The outcome of the transfers that were sent from here; fetched with the first of them. Pure. */

import type { JournalEntry, WalletEntry } from '../../../contract/journal.ts'
import { isSameId, spelledOnce } from '../../../contract/namespaceFacts.ts'
import { isSettled } from '../journal/isSettled.ts'
import type { ActivityEntry, ActivityReplacement } from './activityEntry.ts'
import { assetKey } from './activityLegs.ts'
import type { IdFacts } from './idFacts.ts'
import { sentEntry } from './sentEntry.ts'
import type { SettleSends } from './sentJournal.ts'

/** What the history says of the entries that were sent from here: each is there, replaced, or not there yet. */
export const settleSends: SettleSends = ({ entries, readings, sends, facts, complete }) => {
  const { spelling } = facts.transactions
  const mined = new Set(readings.map(({ entry }) => entry.id))
  const byNonce = new Map<number, ActivityEntry>()
  for (const { entry, nonce } of readings) if (nonce !== undefined) byNonce.set(nonce, entry)
  const known = new Set(sends.map(({ hash }) => hash && spelledOnce(hash, spelling)))
  const oldest = Math.min(...readings.flatMap(({ entry }) => entry.at ?? []))
  const ours: ActivityEntry[] = []
  const meant = new Map<string, ActivityEntry>()
  const ordered = new Map<string, ActivityEntry>()
  const replaces = new Map<string, ActivityReplacement>()
  for (const sent of sends) {
    const entry = sentEntry(sent, facts, sends)
    if (!entry) continue
    if (sent.kind === 'order') {
      if (isBroughtBy(entry, readings.find(each => each.entry.id === entry.id)?.entry))
        ordered.set(entry.id, entry)
      // That a transaction is the order's is the provider's word: one that brings something else stays what it is.
      else if (!isSettled(sent) || complete || sent.at >= oldest)
        ours.push(mined.has(entry.id) ? { ...entry, id: sent.id } : entry)
      continue
    }
    if (isPartOfSwap(sent, sends)) continue
    if (mined.has(entry.id)) {
      if (sent.kind !== 'transfer' && sent.kind !== 'calls') meant.set(entry.id, entry)
      continue
    }
    const { receipt } = sent
    const byReceipt = receipt?.status === 'replaced' ? receipt : undefined
    // Without a receipt its nonce is a guess: only the same payment with it, or its cancellation, stands for it, and no other of ours.
    const instead = byReceipt || sent.nonce === undefined ? undefined : byNonce.get(Number(sent.nonce))
    const by = byReceipt ? spelledOnce(byReceipt.by, spelling) : instead?.id
    const reason = byReceipt?.reason ?? (instead && !known.has(by) ? reasonOf(sent, instead, facts) : 'other')
    // The same payment, repriced or cancelled, is one entry; another transaction with its nonce is a second.
    if (by !== undefined && reason !== 'other' && mined.has(by)) replaces.set(by, reason)
    // What is over is shown once the history has come to where it stands, not below a gap.
    else if (!isSettled(sent) || complete || sent.at >= oldest)
      ours.push(byReceipt ? { ...entry, status: 'replaced' } : entry)
  }
  const theirs = entries.map(entry => {
    const replacement = replaces.get(entry.id)
    const own = meant.get(entry.id)
    const known = own && entry.own ? withMeaning(entry, own) : withOrder(entry, ordered.get(entry.id))
    return replacement ? { ...known, replacement } : known
  })
  return [...ours, ...theirs]
}

/** Whether an approval went in one batch with its swap or payment, whose entry stands for both. */
function isPartOfSwap(sent: WalletEntry, sends: readonly JournalEntry[]): boolean {
  if (sent.kind !== 'approval' || sent.for === undefined) return false
  const swap = sends.find(({ id }) => id === sent.for)
  if (swap?.kind !== 'swap' && swap?.kind !== 'payment') return false
  return (
    (sent.batchId !== undefined && sent.batchId === swap.batchId) ||
    (sent.hash !== undefined && sent.hash === swap.hash)
  )
}

/**
 * What the chain says of an entry, completed by what was meant: an allowance moves nothing that a history could list, and a node
 * lists no transfer of the network's own currency out of a contract.
 */
function withMeaning(theirs: ActivityEntry, ours: ActivityEntry): ActivityEntry {
  const { kind, allowance, counterparty } = ours
  if (allowance) {
    return {
      ...theirs,
      kind,
      legs: ours.legs,
      allowance,
      ...(counterparty !== undefined && { counterparty }),
      others: 0,
    }
  }
  // What failed moved nothing.
  if (theirs.status === 'failed') return { ...theirs, kind }
  const missing = ours.legs.filter(leg => !theirs.legs.some(({ direction }) => direction === leg.direction))
  const legs = [...theirs.legs, ...missing]
  return {
    ...theirs,
    kind,
    // Of a payment by a swap, who was paid and not who swapped.
    ...(kind === 'pay' && counterparty !== undefined && { counterparty, others: 0 }),
    legs: [...legs.filter(leg => leg.direction !== 'in'), ...legs.filter(leg => leg.direction === 'in')],
  }
}

/** Whether a transaction brought the asset of an order to the account. */
function isBroughtBy({ legs }: ActivityEntry, theirs: ActivityEntry | undefined): boolean {
  if (theirs?.status !== 'confirmed') return false
  return theirs.legs.some(({ direction, asset }) => direction === 'in' && asset.key === legs[0]?.asset.key)
}

/** An order's transaction, as what it was ordered for. */
function withOrder(theirs: ActivityEntry, ours: ActivityEntry | undefined): ActivityEntry {
  return ours?.order ? { ...theirs, kind: ours.kind, order: ours.order, marks: [], hidden: false } : theirs
}

function reasonOf(
  sent: WalletEntry,
  { kind, legs, counterparty }: ActivityEntry,
  facts: IdFacts,
): ActivityReplacement {
  const [leg, ...more] = legs
  // The history does not say what a call was.
  const isSame =
    sent.kind === 'transfer' &&
    leg?.asset.key === assetKey(sent.asset.address, facts.tokens) &&
    more.length === 0 &&
    leg.amount === sent.amount &&
    counterparty !== undefined &&
    isSameId(counterparty, sent.to, facts.addresses)
  if (isSame) return 'repriced'
  return kind === 'self' || (legs.length === 0 && counterparty === undefined) ? 'cancelled' : 'other'
}
