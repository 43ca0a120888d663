/** What a line of the activity says, from its entry and nothing else. Pure. */
import type { ActivityEntry, ActivityKind } from '../../engine/nouns/activity/activityEntry.ts'
import type { ActivityLeg } from '../../engine/nouns/activity/activityLegs.ts'
import { legSign } from '../../engine/nouns/activity/legSign.ts'
import { shortAddress } from '../../ui/address/shortAddress.ts'
import { providerName } from '../swap/providerName.ts'
import type { Translate } from '../texts/translate.ts'
import type { activityTexts, sentTexts } from './activityTexts.ts'
import type { ActivityFormats } from './createFormats.ts'

/** The texts of the tab; those for transfers sent from this widget come with the first such transfer. */
export type ActivityTexts = typeof activityTexts & typeof sentTexts
export type ActivityWord = keyof ActivityTexts
export type ActivityTranslate = Translate<ActivityTexts>

/** What happened, or is about to. */
export function titleKey({ kind, status, replacement, allowance, order }: ActivityEntry): ActivityWord {
  if (order?.state === 'refunded') return 'activity.refunded'
  if (order && status === 'unknown') return 'activity.lostSight'
  if (allowance && replacement !== 'cancelled') {
    const { revokes } = allowance
    if (status === 'confirmed') return revokes ? 'activity.revoked' : 'activity.allowed'
    if (status === 'pending') return revokes ? 'activity.revoking' : 'activity.allowing'
    if (status === 'failed' && revokes) return 'activity.revokeFailed'
  }
  const doing = status === 'pending' && doings[kind]
  if (doing) return doing
  if (status === 'failed') return `activity.${kind}Failed`
  if (status !== 'confirmed') return `activity.${status}`
  return replacement === 'cancelled' ? 'activity.cancelled' : `activity.${kind}`
}

const doings: Readonly<Partial<Record<ActivityKind, ActivityWord>>> = {
  trade: 'activity.pendingTrade',
  buy: 'activity.pendingBuy',
  fund: 'activity.pendingFund',
  pay: 'activity.pendingPay',
}

/** Whether the other party got something, gave something, or was only called. */
export function partyRole({ kind }: Pick<ActivityEntry, 'kind'>): 'to' | 'from' | 'with' {
  if (kind === 'send' || kind === 'move' || kind === 'pay') return 'to'
  return kind === 'receive' ? 'from' : 'with'
}

/** With whom, shortened for display only. */
export function partyWords(t: ActivityTranslate, entry: ActivityEntry): string | undefined {
  const { order } = entry
  // How it stands says who has it.
  if (order && entry.status !== 'confirmed' && entry.status !== 'failed') return undefined
  if (order?.provider !== undefined && entry.kind !== 'pay')
    return t('activity.from', { address: order.provider })
  if (entry.counterparty === undefined) return undefined
  const provider = entry.allowance?.provider
  if (provider !== undefined) return t('activity.with', { address: providerName(provider) })
  const who = t(`activity.${partyRole(entry)}`, { address: shortAddress(entry.counterparty) })
  return entry.others === 0 ? who : t('activity.others', { who, count: entry.others })
}

/** As long as a name may be beside an amount; all of it is in the details. */
const mostSymbol = 12
const mostName = 28

/**
 * Amount and asset of a leg: '-0.250 ETH', '+Key #7' (SPEC §5: 3 decimals, floored). `inFull` gives both exactly, for a
 * visitor who checks them.
 */
export function legWords(
  t: ActivityTranslate,
  entry: ActivityEntry,
  leg: ActivityLeg,
  formats: ActivityFormats,
  inFull = false,
): string {
  const { asset, amount } = leg
  const isCollectible = asset.kind === 'collectible'
  const name = [...assetName(t, leg)]
  const most = inFull ? name.length : isCollectible ? mostName : mostSymbol
  const shown =
    name.length > most
      ? `${name
          .slice(0, most - 1)
          .join('')
          .trim()}…`
      : name.join('')
  const sign = legSign(entry, leg)
  if (isOne(leg)) return sign + shown
  // Revoking leaves nothing that may be taken: the token's name says all.
  if (entry.allowance?.revokes) return shown
  const write = inFull || isCollectible ? formats.exact : formats.amount
  const words = `${amount ? sign + write(amount) : t('activity.unknownAmount')} ${shown}`
  return leg.bound ? t(`activity.${leg.bound}`, { amount: words }) : words
}

function isOne({ asset, amount }: ActivityLeg): boolean {
  return asset.kind === 'collectible' && (!amount || amount === '1')
}

/** Names that cannot be read as an amount: without numbers, except one at the end, as in 'Key #7'. */
const plainName = /^\P{N}*(#\p{N}+)?$/u

/** What a leg is of, in full; a collectible that could be read as so much of a token says first what it is (T67). */
export function assetName(t: ActivityTranslate, leg: ActivityLeg): string {
  const { kind, name, symbol, tokenId } = leg.asset
  if (kind === 'fungible') return symbol ?? name ?? t('activity.token')
  if (name && isOne(leg) && plainName.test(name)) return name
  const what = t('activity.collectible')
  if (name) return `${what}: ${name}`
  return tokenId && tokenId.length <= 12 ? `${what} #${tokenId}` : what
}
