import type { EntryLeg, JournalEntry } from '../../../contract/journal.ts'

/**
 * Whether two entries ask for the same: how what is asked for again is recognized while the fate of the first is not known (T73). Who
 * quoted it and when does not count: two swaps of the same amount for the same token are one.
 */
export function isSameEntry(one: JournalEntry, other: JournalEntry): boolean {
  if (one.from !== other.from || one.caipNetworkId !== other.caipNetworkId) return false
  switch (one.kind) {
    case 'transfer':
      return other.kind === 'transfer' && one.to === other.to && isSameLeg(one, other)
    case 'calls':
      return (
        other.kind === 'calls' &&
        one.digest === other.digest &&
        one.list?.digest === other.list?.digest &&
        one.list?.at === other.list?.at
      )
    case 'swap':
      return (
        other.kind === 'swap' &&
        one.exact === other.exact &&
        (one.exact === 'out'
          ? isSameLeg(one.in, other.in) && one.out.asset.address === other.out.asset.address
          : isSameLeg(one.out, other.out) && one.in.asset.address === other.in.asset.address) &&
        one.toNetworkId === other.toNetworkId &&
        one.recipient === other.recipient
      )
    case 'approval':
      return other.kind === 'approval' && one.spender === other.spender && isSameLeg(one, other)
    case 'payment':
      if (other.kind !== 'payment') return false
      // A payment that a server made is paid once, whatever it is paid with.
      if (one.paymentId !== undefined || other.paymentId !== undefined)
        return one.paymentId === other.paymentId
      return one.recipient === other.recipient && isSameLeg(one.in ?? one.out, other.in ?? other.out)
    case 'order':
      return other.kind === 'order' && one.orderId === other.orderId
  }
}

function isSameLeg(one: EntryLeg, other: EntryLeg): boolean {
  return one.asset.address === other.asset.address && one.amount === other.amount
}
