import type { Browser } from '@playwright/test'
import { markArriving } from './arriving.ts'
import { endFades } from './endFades.ts'
import { PhonePage } from './PhonePage.ts'
import type { Kept } from './test.ts'

/** A tab of a phone; in a context of its own it has a storage of its own, as another device has. */
export const onPhone = { viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' } as const

/**
 * The phone of all tests that can share one (together.ts): without a connection or a prompt, with its first account and
 * network.
 */
export async function enterPhone(kept: Kept, browser: Browser): Promise<PhonePage> {
  const phone = await kept.get('phone', async () => {
    const context = await browser.newContext(onPhone)
    const value = new PhonePage(await context.newPage())
    await endFades(value.page)
    await value.open()
    return { value, end: () => context.close() }
  })
  await phone.leave()
  markArriving(phone.page)
  return phone
}
