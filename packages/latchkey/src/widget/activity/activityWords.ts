/** What a line of the activity says, from its entry and nothing else. Pure. */
import type { ActivityEntry } from '../../engine/activity/activityEntry.ts'
import type { ActivityLeg } from '../../engine/activity/activityLegs.ts'
import { legSign } from '../../engine/activity/legSign.ts'
import { shortAddress } from '../../ui/address/shortAddress.ts'
import type { activityTexts } from '../texts/activityTexts.ts'
import type { sentTexts } from '../texts/sentTexts.ts'
import type { Translate } from '../texts/translate.ts'
import type { ActivityFormats } from './createFormats.ts'

/** The words of what was sent from here are there when that is. */
export type ActivityTexts = typeof activityTexts & typeof sentTexts
export type ActivityWord = keyof ActivityTexts
export type ActivityTranslate = Translate<ActivityTexts>

/** What happened, or is about to. */
export function titleKey({ kind, status, replacement }: ActivityEntry): ActivityWord {
  if (status === 'failed') return `activity.${kind}Failed`
  if (status !== 'confirmed') return `activity.${status}`
  return replacement === 'cancelled' ? 'activity.cancelled' : `activity.${kind}`
}

/** Whether the other party got something, gave something, or was only called. */
export function partyRole({ kind }: Pick<ActivityEntry, 'kind'>): 'to' | 'from' | 'with' {
  if (kind === 'send' || kind === 'move') return 'to'
  return kind === 'receive' ? 'from' : 'with'
}

/** With whom, shortened for display only. */
export function partyWords(t: ActivityTranslate, entry: ActivityEntry): string | undefined {
  if (entry.counterparty === undefined) return undefined
  const who = t(`activity.${partyRole(entry)}`, { address: shortAddress(entry.counterparty) })
  return entry.others === 0 ? who : t('activity.others', { who, count: entry.others })
}

/** Amount and asset of a leg: '-0.250 ETH', '+Key #7' (SPEC §5: 3 decimals, floored). */
export function legWords(
  t: ActivityTranslate,
  entry: ActivityEntry,
  leg: ActivityLeg,
  formats: ActivityFormats,
): string {
  const sign = legSign(entry, leg)
  const { asset, amount } = leg
  const name = shorten(assetName(t, leg), asset.kind === 'fungible' ? mostSymbol : mostName)
  if (asset.kind === 'collectible') {
    const isMany = amount && amount !== '1'
    return `${sign}${isMany ? `${formats.exact(amount)} ` : ''}${name}`
  }
  return amount ? `${sign}${formats.amount(amount)} ${name}` : `${t('activity.unknownAmount')} ${name}`
}

/** All of the amount, for whoever wants to check it. */
export function exactWords(
  t: ActivityTranslate,
  entry: ActivityEntry,
  leg: ActivityLeg,
  formats: ActivityFormats,
): string {
  const amount = leg.amount ? formats.exact(leg.amount) : t('activity.unknownAmount')
  return `${legSign(entry, leg)}${amount} ${assetName(t, leg)}`
}

/** As long as a name may be beside an amount; all of it is in the details. */
const mostSymbol = 12
const mostName = 28

function shorten(name: string, most: number): string {
  const letters = [...name]
  return letters.length > most
    ? `${letters
        .slice(0, most - 1)
        .join('')
        .trim()}…`
    : name
}

/** What a leg is of, in full. */
export function assetName(t: ActivityTranslate, { asset }: ActivityLeg): string {
  if (asset.kind === 'fungible') return asset.symbol ?? asset.name ?? t('activity.token')
  const id = asset.tokenId && asset.tokenId.length <= 12 ? ` #${asset.tokenId}` : ''
  return asset.name ?? `${t('activity.collectible')}${id}`
}
