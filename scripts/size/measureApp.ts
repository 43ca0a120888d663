import { type BrowserContext, chromium, type Page } from 'playwright'
import { chromiumArgs, ensureShell } from '../chromium/chromium.ts'
import type { BuiltApp } from './buildApp.ts'
import {
  type InjectedWallet,
  injectWallet,
  measuredWallets,
  walletAddress,
  walletName,
} from './injectedWallet.ts'
import { type MeasuredAccount, measureAccount } from './measureAccount.ts'
import { type MeasuredPairing, measurePairing } from './measurePairing.ts'
import { serveFolder } from './serveFolder.ts'
import { stepMs } from './stepMs.ts'

/** The scripts a page had loaded at each moment, as paths from the built folder. */
export interface MeasuredLoads {
  button: string[]
  connect: string[]
  connected: string[]
  /** Requests to other origins before the first click. */
  foreignRequests: string[]
}

/** The same with what the page can open, and its heap. */
export interface Measured extends MeasuredLoads {
  pairing: MeasuredPairing
  account: MeasuredAccount
  /** Bytes of JavaScript heap that the page has more than the same page without the widget, with the list open. */
  listHeap: number
}

const quietMs = 700

/** Drives the built host page in Chromium: button, wallet list, connected; and records the loaded files of each. */
export async function measureApp(app: BuiltApp): Promise<Measured> {
  const executablePath = await ensureShell()
  const server = await serveFolder(app.folder)
  const browser = await chromium.launch({ executablePath, args: [...chromiumArgs, '--js-flags=--expose-gc'] })
  try {
    const context = await browser.newContext()
    context.setDefaultTimeout(stepMs)
    const loaded = await measureLoading(context, server.origin, app)
    const pairing = await measurePairing(browser, server.origin, app, loaded.connected)
    const account = await measureAccount(browser, server.origin, app)
    const heaps = { widget: [] as number[], bare: [] as number[] }
    for (let round = 0; round < 3; round += 1) {
      heaps.bare.push(await measureHeap(await browser.newContext(), `${server.origin}/bare.html`, false))
      heaps.widget.push(await measureHeap(await browser.newContext(), `${server.origin}/`, true))
    }
    return { ...loaded, pairing, account, listHeap: median(heaps.widget) - median(heaps.bare) }
  } finally {
    await browser.close()
    await server.close()
  }
}

/** What a built host page has loaded at each step, without the rest that is measured. */
export async function measureLoads(
  app: BuiltApp,
  wallet: InjectedWallet = measuredWallets.evm,
): Promise<MeasuredLoads> {
  const server = await serveFolder(app.folder)
  const browser = await chromium.launch({ executablePath: await ensureShell(), args: [...chromiumArgs] })
  try {
    const context = await browser.newContext()
    context.setDefaultTimeout(stepMs)
    return await measureLoading(context, server.origin, app, wallet)
  } finally {
    await browser.close()
    await server.close()
  }
}

async function measureLoading(
  context: BrowserContext,
  origin: string,
  app: BuiltApp,
  wallet: InjectedWallet = measuredWallets.evm,
): Promise<MeasuredLoads> {
  const page = await context.newPage()
  const scripts = new Set<string>()
  const foreignRequests: string[] = []
  const gate = createGate()
  await page.route('**/*', async route => {
    const url = new URL(route.request().url())
    if (url.origin !== origin) {
      foreignRequests.push(url.href)
      return route.abort()
    }
    const path = url.pathname.slice(1)
    // What the entry does not import by itself is held back until the button is there: it was not needed for that.
    if (path.endsWith('.js') && !app.eager.has(path)) await gate.opened
    if (path.endsWith('.js')) scripts.add(path)
    return route.continue()
  })
  const { inject, ...given } = wallet
  await page.addInitScript(inject, given)
  await page.addInitScript(markShown, wallet.name)
  await page.goto(origin)
  await button(page).waitFor()
  const atButton = [...scripts]
  const before = [...foreignRequests]
  gate.open()
  await button(page).click()
  await walletRow(page, wallet.name).waitFor()
  const atConnect = await page.evaluate(scriptsUntilShown)
  await walletRow(page, wallet.name).click()
  await page
    .locator('button', { hasText: wallet.address.slice(-4) })
    .first()
    .waitFor()
  await untilQuiet(page, scripts)
  await page.close()
  return { button: atButton, connect: atConnect, connected: [...scripts], foreignRequests: before }
}

/** Runs in the page from its start: marks the first frame in which a text stands anywhere, shadow roots included. */
function markShown(text: string): void {
  const holds = (root: Document | ShadowRoot): boolean =>
    (root.textContent ?? '').includes(text) ||
    [...root.querySelectorAll('*')].some(({ shadowRoot }) => shadowRoot !== null && holds(shadowRoot))
  const look = () => {
    if (holds(document)) performance.mark('shown')
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

/** Runs in the page: the scripts requested before the mark; prefetches for later views do not count. */
function scriptsUntilShown(): string[] {
  const shown = performance.getEntriesByName('shown')[0]?.startTime ?? Number.POSITIVE_INFINITY
  return performance
    .getEntriesByType('resource')
    .filter(entry => entry.startTime <= shown && new URL(entry.name).pathname.endsWith('.js'))
    .map(entry => new URL(entry.name).pathname.slice(1))
}

async function measureHeap(context: BrowserContext, url: string, withList: boolean): Promise<number> {
  context.setDefaultTimeout(stepMs)
  const page = await context.newPage()
  await page.addInitScript(injectWallet, { name: walletName, address: walletAddress })
  await page.goto(url)
  await button(page).click()
  if (withList) await walletRow(page).waitFor()
  await page.waitForTimeout(quietMs)
  const session = await context.newCDPSession(page)
  await session.send('HeapProfiler.enable')
  for (let round = 0; round < 3; round += 1) await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  await context.close()
  return usedSize
}

function button(page: Page) {
  return page.getByRole('button', { name: 'Connect wallet' }).first()
}

function walletRow(page: Page, name = walletName) {
  return page.getByRole('dialog').getByRole('button', { name })
}

async function untilQuiet(page: Page, scripts: ReadonlySet<string>): Promise<void> {
  for (let size = -1; size !== scripts.size; ) {
    size = scripts.size
    await page.waitForTimeout(quietMs)
  }
}

function createGate(): { opened: Promise<void>; open(): void } {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { opened: promise, open: resolve }
}

function median(numbers: number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
