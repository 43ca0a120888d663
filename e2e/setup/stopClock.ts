import type { Page } from '@playwright/test'

/**
 * From now on no time passes in a page and in its next documents but what the test lets pass (`page.clock.runFor`, `resume`): what
 * holds for a second or two is over on a busy machine before a test has looked at it.
 */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.install()
  // It is stopped ahead of where it is, by more than a busy machine takes from the one call to the next.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 10_000))
}
