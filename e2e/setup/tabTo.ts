import { expect, type Locator, type Page } from '@playwright/test'

/** Presses Tab until an element has the focus. */
export async function tabTo(page: Page, element: Locator): Promise<void> {
  for (let press = 0; press < 16; press++) {
    if (await element.evaluate(node => node.matches(':focus'))) return
    await page.keyboard.press('Tab')
  }
  await expect(element).toBeFocused()
}
