import type { Browser } from 'playwright'
import { instrument } from '../instrument.ts'
import { boxOf, clickAndTime } from '../measurePage.ts'

/**
 * Milliseconds until the code is painted after a click on the list's row, which is looked at for `pause` ms; without a
 * pause given, until there is a URI after `open()`. Each visit has an empty cache.
 */
export async function measureCode(
  browser: Browser,
  options: { readonly url: string; readonly slowdown: number; readonly pause: number | undefined },
): Promise<number> {
  const { url, slowdown, pause } = options
  // Too narrow for the code to stand beside the list: it is asked for by a click.
  const context = await browser.newContext({ viewport: { width: 720, height: 800 } })
  try {
    const page = await context.newPage()
    const giveUp = setTimeout(() => void context.close(), 60_000)
    page.once('close', () => clearTimeout(giveUp))
    const devtools = await context.newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    await page.addInitScript(instrument, 'announced' as const)
    await page.goto(url)
    const button = await boxOf(page, 'button')
    await page.mouse.move(button.x, button.y)
    await page.waitForLoadState('networkidle')
    if (pause === undefined) return await page.evaluate(timeToUri)
    await clickAndTime(page, button, 'walletConnect')
    await page.waitForTimeout(pause)
    return await clickAndTime(page, await boxOf(page, 'walletConnect'), 'code')
  } finally {
    await context.close()
  }
}

interface Handle {
  readonly wcUri: string | undefined
  open(options: { readonly view: string }): Promise<unknown>
}

/** Runs in the page. */
async function timeToUri(): Promise<number> {
  const { latchkey } = window as unknown as { latchkey: Handle }
  const start = performance.now()
  void latchkey.open({ view: 'ConnectingWalletConnectBasic' })
  while (latchkey.wcUri === undefined) {
    await new Promise<void>(resolve => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => resolve()
      port2.postMessage(0)
    })
  }
  return performance.now() - start
}
