import type { Page } from '@playwright/test'

/** Fades of a page end with their first picture: painted without a graphics card, they are a fifth of what a page costs. */
export async function endFades(page: Page): Promise<void> {
  const inspector = await page.context().newCDPSession(page)
  await inspector.send('Animation.enable')
  await inspector.send('Animation.setPlaybackRate', { playbackRate: 100 })
}
