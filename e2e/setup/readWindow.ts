import { setTimeout } from 'node:timers/promises'
import type { Page } from '@playwright/test'

/**
 * Waits until a page has put one of our names on its window, and says what an expression is by then. Playwright's
 * `waitForFunction` would have the page read all of Playwright's own script once more, in every test; and the page's own
 * timers may be held by a test.
 * @throws Error when the name is not there within ten seconds, or the expression throws.
 */
export async function readWindow<T>(
  page: Page,
  name: 'latchkey' | 'lab' | '__latchkeyWallets',
  expression: string = 'undefined',
): Promise<T> {
  const look = `window.${name} === undefined ? undefined : { value: ${expression} }`
  for (const start = performance.now(); performance.now() - start < 60_000; await setTimeout(20)) {
    try {
      const found = await page.evaluate<{ value: T } | undefined>(look)
      if (found !== undefined) return found.value
    } catch (cause) {
      // The page went on to its next document, and the name will be there.
      if (!String(cause).includes('Execution context was destroyed')) throw cause
    }
  }
  throw new Error(`The page has no window.${name} after ten seconds.`)
}
