import type { Browser, CDPSession, Page } from 'playwright'
import { instrument } from '../instrument.ts'
import { press } from '../measurePage.ts'
import { activityCount, answerTo, tokenCount } from './answers.ts'
import { watchFrames } from './watchFrames.ts'

interface Frames {
  seen(selector: string): boolean
  click(selector: string): void
  place(selector: string): { x: number; y: number }
  rows(): number
  top(): number
  scrollTo(top: number): void
  start(): void
  stop(): number
  arm(selector: string): void
  result(): Promise<number>
}

/** One scroll through a list. */
export interface Scroll {
  /** Milliseconds between the frames that the screen was given. */
  readonly times: readonly number[]
  /** How often it came to where nothing was drawn yet. */
  readonly empty: number
}

/** Scrolls of one visit, and the milliseconds from a click on Send or Swap to its view. */
export interface AccountVisit {
  readonly tokens: Scroll
  readonly activity: Scroll
  readonly send: number
  readonly swap: number
}

export interface AccountOptions {
  readonly url: string
  readonly slowdown: number
}

/** How far and how fast a hand scrolls: pixels, and pixels in a second. */
const distance = 12_000
const speed = 4_000

/** Connects, opens the account, and scrolls its lists with the CPU slowed down. */
export async function measureAccount(
  browser: Browser,
  { url, slowdown }: AccountOptions,
): Promise<AccountVisit> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const giveUp = setTimeout(() => void context.close(), 180_000)
  try {
    const page = await context.newPage()
    await page.route(/\/(services|rpc)\b/, route => {
      const answer = answerTo(new URL(route.request().url()), route.request().postData())
      return answer === undefined ? route.fulfill({ status: 404, json: {} }) : route.fulfill({ json: answer })
    })
    await page.addInitScript(instrument, 'announced' as const)
    await page.addInitScript(watchFrames)
    await page.goto(url)
    const devtools = await context.newCDPSession(page)

    await page.getByRole('button', { name: 'Connect wallet' }).click()
    await page.getByRole('button', { name: /Bench Wallet/ }).click()
    await page.getByRole('button', { name: /^Account / }).click()
    await until(page, count => frames().rows() === count, tokenCount)
    const slowly = (rate: number) => devtools.send('Emulation.setCPUThrottlingRate', { rate })

    await slowly(slowdown)
    const tokens = await scroll(browser, page, devtools)
    await page.evaluate(() => (window as unknown as { frames: Frames }).frames.scrollTo(0))
    const send = await openView(page, 'send', 'WalletSend')
    await goBack(page)
    const swap = await openView(page, 'swaps', 'Swap')
    await slowly(1)

    await goBack(page)
    await page.evaluate(() => (window as unknown as { frames: Frames }).frames.click('[role=tab]:last-child'))
    await until(page, () => frames().rows() >= 100, 0)
    // To the end of the list, page by page, before it is scrolled through.
    await until(
      page,
      count => {
        frames().scrollTo(1e9)
        return frames().rows() >= count
      },
      activityCount,
    )
    await page.evaluate(() => (window as unknown as { frames: Frames }).frames.scrollTo(0))
    await slowly(slowdown)
    const activity = await scroll(browser, page, devtools)
    return { tokens, activity, send, swap }
  } finally {
    clearTimeout(giveUp)
    await context.close()
  }
}

// Only a name for what `watchFrames` left in the page: functions that are sent there keep nothing of this file.
declare function frames(): Frames

interface Trace {
  /** `ts` in microseconds. */
  readonly traceEvents: readonly { readonly name: string; readonly ts: number }[]
}

async function until(page: Page, holds: (count: number) => boolean, count: number): Promise<void> {
  const text = `(${String(holds).replaceAll('frames()', 'window.frames')})(${count})`
  await page.waitForFunction(text, undefined, { timeout: 120_000 })
}

/** Scrolls as a wheel does. */
async function scroll(browser: Browser, page: Page, devtools: CDPSession): Promise<Scroll> {
  const place = await page.evaluate(() => (window as unknown as { frames: Frames }).frames.place('.body'))
  // Not the page's own frames: a list that the browser scrolls by itself goes on between them.
  await browser.startTracing(page, { categories: ['viz'] })
  await page.evaluate(() => (window as unknown as { frames: Frames }).frames.start())
  await devtools.send('Input.synthesizeScrollGesture', {
    ...place,
    yDistance: -distance,
    speed,
    gestureSourceType: 'mouse',
    preventFling: true,
  })
  const empty = await page.evaluate(() => (window as unknown as { frames: Frames }).frames.stop())
  const { traceEvents } = JSON.parse(String(await browser.stopTracing())) as Trace
  const shown = traceEvents
    .filter(({ name }) => name === 'Display::FrameDisplayed')
    .map(({ ts }) => ts / 1_000)
    .sort((a, b) => a - b)
  const top = await page.evaluate(() => (window as unknown as { frames: Frames }).frames.top())
  if (top < distance / 2) throw new Error(`The list was scrolled to ${top} px only`)
  return { times: shown.slice(1).map((time, at) => time - (shown[at] ?? time)), empty }
}

async function goBack(page: Page): Promise<void> {
  await page.evaluate(() => (window as unknown as { frames: Frames }).frames.click('[part=back]'))
  await until(page, () => frames().seen('[data-view=Account] [role=tab]'), 0)
}

/** Milliseconds from the press on an action of the account to the first picture of its form. */
async function openView(page: Page, row: 'send' | 'swaps', view: 'WalletSend' | 'Swap'): Promise<number> {
  const button = `[data-row=${row}]`
  await page.waitForFunction(
    selector => (window as unknown as { frames: Frames }).frames.seen(selector),
    button,
    { timeout: 120_000 },
  )
  // What Account fetches ahead for a visitor who reads it is there by then.
  await page.waitForLoadState('networkidle')
  const at = await page.evaluate(
    selector => (window as unknown as { frames: Frames }).frames.place(selector),
    button,
  )
  await page.evaluate(
    selector => (window as unknown as { frames: Frames }).frames.arm(selector),
    `[data-of=${view}] form`,
  )
  await press(page, at)
  return page.evaluate(() => (window as unknown as { frames: Frames }).frames.result())
}
