import type { Translate } from '../texts/translate.ts'
import type { connectingSocialTexts } from './loginTexts.ts'

/** Adds the number that a page of the wallet may show; a frame of an older release names none. */
export const withMatch = (
  t: Translate<typeof connectingSocialTexts>,
  hint: string,
  match: string | undefined,
): string => (match === undefined ? hint : `${hint} ${t('socialLogin.match', { match })}`)
