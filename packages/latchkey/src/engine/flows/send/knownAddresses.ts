/** Whom the visitor has dealt with, for telling an imitation from the real one (T63). Pure. */
import { addressOf, type CaipAddress, namespaceOf } from '../../../contract/caip.ts'
import type { Connection } from '../../../contract/connection.ts'
import type { Transaction } from '../../../contract/history.ts'
import { isSameAddress } from '../../../contract/isSameAddress.ts'
import type { TransferEntry } from '../../../contract/journal.ts'
import { looksAlike } from '../../base/lookalike.ts'
import { recentReceivers } from './recentReceivers.ts'

export interface KnownAddresses {
  /** Addresses that this visitor has paid, from here or on the chain: no one else can add to them. */
  readonly paid: readonly string[]
  /** Accounts of the visitor's own connections. */
  readonly own: readonly string[]
  /** Other addresses in the activity, which anyone can add. */
  readonly seen: readonly string[]
}

export function knownAddresses(
  owner: CaipAddress | undefined,
  from: {
    readonly sent: readonly TransferEntry[]
    readonly connections: readonly Connection[]
    readonly activity: readonly Transaction[]
  },
): KnownAddresses {
  const namespace = owner && namespaceOf(owner)
  const own = from.connections.flatMap(connection =>
    (connection.namespaces[namespace ?? '']?.accounts ?? []).map(account => addressOf(account.caip10)),
  )
  const paid: string[] = recentReceivers(from.sent, owner).map(({ to }) => to)
  const seen: string[] = []
  const address = owner === undefined ? '' : addressOf(owner)
  for (const { metadata, transfers } of from.activity) {
    // Who signed it cannot be made up; what else stands in the activity can.
    const isMine = isSameAddress(metadata.sentFrom, address) && metadata.status !== 'failed'
    for (const { direction, sender, recipient } of transfers) {
      if (direction === 'out') (isMine ? paid : seen).push(recipient)
      else if (direction === 'in') seen.push(sender)
    }
  }
  return { own: distinct(own), paid: distinct(paid), seen: distinct(seen) }
}

/** The known address that this one can be mistaken for; one that was paid before is what it seems. */
export function alikeOf(address: string, { paid, own, seen }: KnownAddresses): string | undefined {
  const trusted = [...own, ...paid]
  if (trusted.some(other => isSameAddress(other, address))) return undefined
  // Being in the activity proves nothing: imitations are put there on purpose.
  return looksAlike(address, [...trusted, ...seen.filter(other => !isSameAddress(other, address))])
}

/** Each once, in order; in one pass, since an activity has thousands. */
function distinct(addresses: readonly string[]): readonly string[] {
  return [...new Set(addresses)]
}
