import { isSameId, type Spelling } from '../../contract/namespaceFacts.ts'
import type { ActivityEntry } from '../../engine/nouns/activity/activityEntry.ts'
import { shortAddress } from '../../ui/address/shortAddress.ts'
import type { Translate } from '../texts/translate.ts'
import type { activityAsideTexts } from './activityTexts.ts'

/** That an address of it only looks like one that is known (T63); undefined where none does. */
export function alikeWords(
  t: Translate<typeof activityAsideTexts>,
  { alike }: ActivityEntry,
  own: readonly string[],
  spelling: Spelling,
): string | undefined {
  if (!alike) return undefined
  const isOwn = own.some(address => isSameId(address, alike.known, spelling))
  return isOwn ? t('activity.alikeOwn') : t('activity.alike', { known: shortAddress(alike.known) })
}
