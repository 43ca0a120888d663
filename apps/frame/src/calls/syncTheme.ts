import type { FramePayload } from 'latchkey/services'
import type { FrameHandler } from '../frame.ts'

/** Takes over the page's look, language and direction. */
export const syncTheme: FrameHandler<'SYNC_THEME'> = (theme, frame) => {
  const { locale, ...rest } = theme
  const tag = languageOf(locale)
  const known: FramePayload<'SYNC_THEME'> = { ...rest, ...(tag !== undefined && { locale: tag }) }
  frame.page.theme = known
  frame.screens.dress(known)
  return {}
}

/**
 * The canonical language tag of a page's locale, undefined where it is none. Its extensions are left out: they would let a
 * page choose the calendar and the digits of the wallet's dates.
 */
function languageOf(locale: string | undefined): string | undefined {
  if (locale === undefined) return undefined
  try {
    return new Intl.Locale(locale).baseName
  } catch {
    return undefined
  }
}
