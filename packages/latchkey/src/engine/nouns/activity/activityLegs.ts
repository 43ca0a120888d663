/** What moved in a transaction, as a list of assets (SPEC §3 Transaction, SPEC-NOTES §4 "Activity"). Pure. */

import { toDecimalString } from '../../../contract/amount.ts'
import type { Transfer } from '../../../contract/history.ts'
import { type Spelling, spelledOnce } from '../../../contract/namespaceFacts.ts'
import { cleanName } from '../identity/cleanName.ts'

export type LegDirection = Transfer['direction']

/** The asset of a leg; unknown parts are absent. Texts are cleaned (T67). */
export interface ActivityAsset {
  /** The contract as its namespace compares it, with a collectible's id behind it, or 'native'. */
  readonly key: string
  readonly kind: 'fungible' | 'collectible'
  readonly name?: string
  readonly symbol?: string
  /** Absent for the network's own currency. */
  readonly address?: string
  readonly tokenId?: string
  /** Where its picture is: by way of the services alone (T69). */
  readonly picture?: string
  /** Whether a trusted list has it, or it is the network's own currency. */
  readonly vouched: boolean
}

/** One asset going one way: all of its transfers together. */
export interface ActivityLeg {
  readonly asset: ActivityAsset
  readonly direction: LegDirection
  /** Whole units, exact; absent where the token does not say its decimals. */
  readonly amount?: string
  readonly decimals?: number
  /** Fiat of that day, for display only. */
  readonly value?: number
  /** All of its transfers are flagged as spam. */
  readonly spam: boolean
  /** What was agreed, and not what moved: at least, at most, or about so much (F26). */
  readonly bound?: 'atLeast' | 'atMost' | 'about'
}

/** ERC-20's `decimals` is one byte. */
const mostDecimals = 255

/** A sum of decimal texts, exact as far as tokens go; a sign counts for nothing, since the direction says it. */
export function addDecimals(one: string, other: string): string {
  const parts = [one, other].map(text => text.replace('-', '').split('.'))
  const decimals = Math.min(mostDecimals, Math.max(...parts.map(([, fraction = '']) => fraction.length)))
  const values = parts.map(([whole = '', fraction = '']) =>
    BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0')),
  )
  return toDecimalString({ value: values.reduce((sum, value) => sum + value), decimals })
}

/**
 * The transfers of a transaction with those of one asset and one direction in one, in the order in which they first
 * come; what is given comes before what is got. The transfers stay as they are. Contracts compare by `spelling`.
 */
export function mergeLegs(transfers: readonly Transfer[], spelling: Spelling): readonly ActivityLeg[] {
  const legs = new Map<string, ActivityLeg>()
  for (const transfer of transfers) {
    const leg = toLeg(transfer, spelling)
    if (!leg) continue
    const key = `${leg.direction} ${leg.asset.key}`
    const before = legs.get(key)
    legs.set(key, before ? joinLegs(before, leg) : leg)
  }
  const order: readonly LegDirection[] = ['out', 'self', 'in']
  return order.flatMap(direction => [...legs.values()].filter(leg => leg.direction === direction))
}

function joinLegs(one: ActivityLeg, other: ActivityLeg): ActivityLeg {
  const { amount: _, value: _value, ...rest } = one
  return {
    ...rest,
    spam: one.spam && other.spam,
    // A sum with an unknown part is unknown.
    ...(one.amount !== undefined &&
      other.amount !== undefined && { amount: addDecimals(one.amount, other.amount) }),
    ...(one.value !== undefined && other.value !== undefined && { value: one.value + other.value }),
  }
}

/** The key of an asset by its contract; the network's own currency has none. */
export function assetKey(address: string | null | undefined, spelling: Spelling): string {
  return address == null ? 'native' : spelledOnce(address, spelling)
}

function toLeg(transfer: Transfer, spelling: Spelling): ActivityLeg | undefined {
  const { nft_info: nft, fungible_info: fungible, direction, quantity, value } = transfer
  const shared = {
    direction,
    ...(quantity.numeric !== null && { amount: addDecimals(quantity.numeric, '0') }),
    ...(value !== null && { value }),
  }
  if (nft) {
    const name = cleanName(nft.name ?? '')
    const picture = nft.content?.preview?.url
    const asset: ActivityAsset = {
      key: `${assetKey(nft.address, spelling)} ${nft.tokenId}`,
      kind: 'collectible',
      address: nft.address,
      tokenId: nft.tokenId,
      // No source vouches for collectibles, and visitors do not take them for money.
      vouched: true,
      ...(name !== undefined && { name }),
      ...(picture !== undefined && { picture }),
    }
    return { asset, spam: nft.flags.is_spam, ...shared }
  }
  if (!fungible) return undefined
  const { address, decimals, icon, flags } = fungible
  const name = cleanName(fungible.name ?? '')
  const symbol = cleanName(fungible.symbol ?? '')
  const asset: ActivityAsset = {
    key: assetKey(address, spelling),
    kind: 'fungible',
    // Services that do not say it give a picture to what is vouched for, and to nothing else.
    vouched: address === null || (flags.is_vouched ?? icon?.url != null),
    ...(name !== undefined && { name }),
    ...(symbol !== undefined && { symbol }),
    ...(address !== null && { address }),
    ...(icon?.url != null && { picture: icon.url }),
  }
  return { asset, spam: flags.is_spam, ...(decimals !== null && { decimals }), ...shared }
}
