import type { Browser, Page } from 'playwright'
import type { BuiltApp } from './buildApp.ts'
import { closure, readChunks } from './chunks.ts'
import { stepMs } from './stepMs.ts'

/** Scripts as paths from the built folder. */
export interface MeasuredPairing {
  /** The pairing room that was fetched beyond the list until a code was shown, no relay answering. */
  uri: string[]
  /** What it fetches besides where the browser has neither X25519 nor Ed25519. */
  curves: string[]
  /** All of the pairing client and what the engine has for it, whenever it is fetched: after an answer, for old browsers. */
  all: string[]
}

/** The pairing room's first module, and the engine's that fetches it: by their names in the package. */
const room = 'createPairing.js'
const start = 'startSessions.js'
/** Without a doubt all that a click asks for (ms). */
const quietMs = 700

/**
 * Opens the view with the code in the built host page, whose configuration is given a relay. `connected` is what a page has
 * once a wallet is connected: a chunk in common leads to views that are none of pairing's.
 */
export async function measurePairing(
  browser: Browser,
  origin: string,
  app: BuiltApp,
  connected: readonly string[],
): Promise<MeasuredPairing> {
  const chunks = readChunks(app.folder)
  const plain = await openCode(browser, origin, true)
  const old = await openCode(browser, origin, false)
  const with_ = (name: string, later: boolean) => closure(chunks, name, plain.listed, later)
  // What comes later of it may be on the page for the view's sake.
  const uri = [...plain.scripts].filter(script => with_(room, false).has(script))
  const isMore = (script: string) => with_(room, true).has(script) && !plain.scripts.has(script)
  return {
    uri,
    curves: [...old.scripts].filter(isMore),
    all: [...closure(chunks, start, new Set([...plain.listed, ...connected]), true)],
  }
}

interface Opened {
  scripts: Set<string>
  /** Those of them that the page had when the list was shown. */
  listed: Set<string>
}

async function openCode(browser: Browser, origin: string, hasCurves: boolean): Promise<Opened> {
  // Too narrow for the code to stand beside the list: a row leads to it.
  const context = await browser.newContext({ viewport: { width: 720, height: 800 } })
  context.setDefaultTimeout(stepMs)
  const page = await context.newPage()
  const scripts = new Set<string>()
  const relay = `${origin.replace('http', 'ws')}/relay`
  await page.route('**/*.js', async route => {
    const path = new URL(route.request().url()).pathname.slice(1)
    scripts.add(path)
    if (!path.startsWith('assets/index-')) return route.continue()
    const response = await route.fetch()
    const body = await response.text()
    // The same bundle as for the other numbers; only its configuration names a relay.
    const told = body.replace(
      /(projectId:(.)latchkey-dev\2)/,
      `$1,endpoints:{relay:${JSON.stringify(relay)}}`,
    )
    if (told === body) throw new Error('the built page has no configuration that could be given a relay')
    return route.fulfill({ response, body: told })
  })
  if (!hasCurves) await page.addInitScript(removeCurves)
  await page.goto(origin)
  await page.getByRole('button', { name: 'Connect wallet' }).first().click()
  const row = page.getByRole('dialog').getByRole('button', { name: 'Another phone wallet' })
  await row.waitFor()
  const listed = new Set(await scriptsBefore(page))
  await row.click()
  await page.getByRole('img', { name: 'Code to scan' }).waitFor()
  await page.waitForTimeout(quietMs)
  await context.close()
  return { scripts, listed }
}

/** Runs in the page before its scripts: a browser of before 2024. */
function removeCurves(): void {
  const { generateKey } = SubtleCrypto.prototype
  SubtleCrypto.prototype.generateKey = function (this: SubtleCrypto, ...given: unknown[]) {
    if (given[0] === 'X25519' || given[0] === 'Ed25519') {
      return Promise.reject(new DOMException('Not supported', 'NotSupportedError'))
    }
    return Reflect.apply(generateKey, this, given)
  } as typeof generateKey
}

/** The scripts that the page has requested so far. Prefetches behind the list count as the code's. */
function scriptsBefore(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const first = performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.includes('startSessions'))
    const until = first[0]?.startTime ?? Number.POSITIVE_INFINITY
    return performance
      .getEntriesByType('resource')
      .filter(({ name, startTime }) => startTime < until && name.endsWith('.js'))
      .map(({ name }) => new URL(name).pathname.slice(1))
  })
}
