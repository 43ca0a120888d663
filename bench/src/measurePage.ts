import type { Browser, Page } from 'playwright'
import { type BenchWallet, instrument } from './instrument.ts'

interface Bench {
  readonly usable: Promise<number>
  arm(what: string): void
  result(): Promise<number>
  box(what: string): { x: number; y: number }
}

/** Milliseconds of one visit; undefined where the page has no such step. */
export interface Visit {
  readonly usable: number
  readonly firstRow?: number
  readonly connected?: number
}

export interface VisitOptions {
  readonly url: string
  /** 'warm': the pointer rests on the button until everything it loads is there; 'cold': the click comes at once. */
  readonly start: 'warm' | 'cold'
  readonly slowdown: number
  readonly hasList: boolean
  /** `announced` unless set. */
  readonly wallet?: BenchWallet
}

/** Milliseconds a quick visitor takes to choose a wallet. */
const choosing = 300
/** How long a finger holds a mouse button down. */
export const pressing = 80

/** Visits a page with a slowed-down CPU and an empty cache: button, click, wallet row, address. */
export async function measurePage(browser: Browser, options: VisitOptions): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  try {
    const page = await context.newPage()
    // A page that never shows what it should ends its context, and with it every wait in it.
    const giveUp = setTimeout(() => void context.close(), 60_000)
    page.once('close', () => clearTimeout(giveUp))
    const devtools = await context.newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: options.slowdown })
    await page.addInitScript(instrument, options.wallet ?? 'announced')
    await page.goto(options.url)
    const usable = await usableOf(page)
    if (!options.hasList) return { usable }

    const button = await boxOf(page, 'button')
    if (options.start === 'warm') {
      await page.mouse.move(button.x, button.y)
      await page.waitForLoadState('networkidle')
      await untilIdle(page)
    }
    const firstRow = await clickAndTime(page, button, 'row', options.start === 'warm' ? press : undefined)
    // No visitor reads a list and chooses in less; code that loads after the list's first drawing does so in this time.
    await page.waitForTimeout(choosing)
    const connected = await clickAndTime(page, await boxOf(page, 'row'), 'address', press)
    return { usable, firstRow, connected }
  } finally {
    await context.close()
  }
}

/** Milliseconds until the button was painted. */
export function usableOf(page: Page): Promise<number> {
  return page.evaluate(() => (window as unknown as { bench: Bench }).bench.usable)
}

export function boxOf(page: Page, what: string): Promise<{ x: number; y: number }> {
  return page.evaluate(name => (window as unknown as { bench: Bench }).bench.box(name), what)
}

/**
 * Until the page has nothing to do. Chromium loses an idle callback now and then (one page in some four hundred, at a
 * quarter of the speed) until something else is drawn: a second after nothing came, it is called all the same.
 */
const untilIdle = (page: Page) =>
  page.evaluate(() => new Promise(resolve => requestIdleCallback(resolve, { timeout: 1000 })))

type Click = (page: Page, at: { x: number; y: number }) => Promise<void>

/** Pointer, press and release in one moment, as from a script or a hasty tap. */
const clickAtOnce: Click = (page, { x, y }) => page.mouse.click(x, y)

/**
 * A click as a hand makes it: the pointer is there, then the button goes down, and 80 ms later up. What hovering and
 * pressing make the page do is over by then; sent in one moment, the release would wait for it.
 */
export const press: Click = async (page, { x, y }) => {
  await page.mouse.move(x, y)
  await untilIdle(page)
  await page.mouse.down()
  await page.waitForTimeout(pressing)
  await page.mouse.up()
}

/** Milliseconds from a click, which comes at once unless `click` makes it, to the picture of what it brings. */
export async function clickAndTime(
  page: Page,
  at: { x: number; y: number },
  what: string,
  click: Click = clickAtOnce,
): Promise<number> {
  // The stopwatch is set in the page before the click, and both ends are the page's own clock.
  await page.evaluate(name => (window as unknown as { bench: Bench }).bench.arm(name), what)
  await click(page, at)
  return page.evaluate(() => (window as unknown as { bench: Bench }).bench.result())
}
