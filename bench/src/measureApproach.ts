import type { Browser } from 'playwright'
import { instrument } from './instrument.ts'
import { boxOf, clickAndTime, pressing, usableOf } from './measurePage.ts'

/** How visitors come to the button: after they have read the page, over it for a moment, or as soon as it is there. */
export const approaches = ['rest', 'hover', 'impatient'] as const
export type Approach = (typeof approaches)[number]

/** Milliseconds in which a visitor reads a page that is there. */
const reading = 4000
/** Milliseconds that a pointer is over a button before it presses. */
const hovering = 100
/** Slow 4G as Lighthouse has it: 1.6 Mbit/s down, 750 kbit/s up, 150 ms there and back. */
const slow4G = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
}

export interface ApproachOptions {
  readonly url: string
  readonly approach: Approach
  readonly slowdown: number
}

/** Milliseconds from the click to the wallet's row, on a slowed-down CPU, over slow 4G and with an empty cache. */
export async function measureApproach(browser: Browser, options: ApproachOptions): Promise<number> {
  const { url, approach, slowdown } = options
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  try {
    const page = await context.newPage()
    // A page that never shows what it should ends its context, and with it every wait in it.
    const giveUp = setTimeout(() => void context.close(), 60_000)
    page.once('close', () => clearTimeout(giveUp))
    const devtools = await context.newCDPSession(page)
    await devtools.send('Network.enable')
    await devtools.send('Network.emulateNetworkConditions', slow4G)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    await page.addInitScript(instrument, 'announced' as const)
    await page.goto(url, { waitUntil: 'commit' })
    await usableOf(page)
    const button = await boxOf(page, 'button')
    if (approach === 'rest') await page.waitForTimeout(reading)
    return await clickAndTime(page, button, 'row', async (_, { x, y }) => {
      if (approach !== 'impatient') {
        await page.mouse.move(x, y)
        await page.waitForTimeout(hovering)
      }
      await page.mouse.move(x, y)
      await page.mouse.down()
      if (approach === 'rest') await page.waitForTimeout(pressing)
      await page.mouse.up()
    })
  } finally {
    await context.close()
  }
}
