import type { FramePayload } from 'latchkey/services'
import { expect, test } from 'vitest'
import type { Frame } from '../frame.ts'
import { syncTheme } from './syncTheme.ts'

/** What the frame takes over of a theme. */
async function takenOf(theme: FramePayload<'SYNC_THEME'>): Promise<FramePayload<'SYNC_THEME'>> {
  const dressed: unknown[] = []
  const frame = { page: { theme: {}, dapp: {} }, screens: { dress: (next: unknown) => dressed.push(next) } }
  await syncTheme(theme, frame as unknown as Frame)
  expect(dressed).toEqual([frame.page.theme])
  return frame.page.theme
}

test.each([
  ['de', 'de'],
  ['AR-eg', 'ar-EG'],
  ['iw', 'he'],
  ['th-u-ca-buddhist-nu-thai', 'th'],
  ['de-x-anything', 'de'],
])('T07: follows the page’s locale %s as %s, without extensions', async (locale, known) => {
  expect(await takenOf({ locale, dir: 'rtl', mode: 'dark' })).toEqual({
    locale: known,
    dir: 'rtl',
    mode: 'dark',
  })
})

test.each(['', '%%', 'a', 'de_DE', '"><script>', 'en-', 'x'.repeat(64)])(
  'T07: a locale that is no language tag (%s) is left out',
  async locale => {
    expect(await takenOf({ locale, dir: 'ltr' })).toEqual({ dir: 'ltr' })
  },
)
