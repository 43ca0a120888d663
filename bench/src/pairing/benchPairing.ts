import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { chromium } from 'playwright'
import { packPackages } from '../../../scripts/build/packPackages.ts'
import { chromiumArgs, ensureSystemShell } from '../../../scripts/chromium/chromium.ts'
import { serveFolder } from '../../../scripts/size/serveFolder.ts'
import { buildPages } from '../buildPages.ts'
import { measurePage } from '../measurePage.ts'
import { median } from '../median.ts'
import { startServices } from '../services/startServices.ts'
import { measureCode } from './measureCode.ts'
import { measureRequests } from './measureRequests.ts'
import { measureRoundTrip } from './measureRoundTrip.ts'

/** Milliseconds; medians, except where a member says otherwise. */
export interface PairingNumbers {
  /** From the click on the row to the code's paint, the list read for 0.3 s before; with a slowed-down CPU. */
  readonly qrMs: number
  /** The same when the click comes at once. */
  readonly qrAtOnceMs: number
  /** From `open()` on a page that has loaded nothing of it to the URI; the CPU as it is. */
  readonly uriMs: number
  /** A signature, asked by the page and given by a phone in another process. */
  readonly requestMs: number
  /** As many messages of that size through the same relay, by bare sockets: medians, one before and one after the requests. */
  readonly roundTripMs: readonly number[]
  /** From the click to the first row of the page by hand, each round: the CPU slowed down, and as it is. */
  readonly byHandSlowMs: readonly number[]
  readonly byHandMs: readonly number[]
}

const root = resolve(import.meta.dirname, '../../..')

/** Measures pairing on a page built for production, over a relay of its own. */
export async function benchPairing(options: {
  readonly runs: number
  readonly slowdown: number
  readonly log: (line: string) => void
}): Promise<PairingNumbers> {
  const { runs, slowdown, log } = options
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-bench-pairing-'))
  const closing: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })]
  try {
    log('Packing and building the page…')
    const packed = (await packPackages()).filter(({ name }) => name === 'latchkey')
    const work = join(root, '.cache/bench-pairing')
    const built = await buildPages({
      pages: join(root, 'bench/pages'),
      work,
      names: ['pairing', 'byhand'],
      packed,
    })
    const pages = await serveFolder(built)
    closing.unshift(() => pages.close())
    const services = await startServices({
      DATA_FOLDER: folder,
      RELAY_DRAIN_MS: '0',
      RELAY_HANDSHAKES_PER_MINUTE: '100000',
      RELAY_HANDSHAKES_BURST: '100000',
    })
    closing.unshift(() => services.close())
    const relay = `${services.url.replace('http', 'ws')}/relay`
    const browser = await chromium.launch({
      executablePath: await ensureSystemShell(),
      args: [...chromiumArgs],
    })
    closing.unshift(() => browser.close())
    const url = `${pages.origin}/pairing/index.html?relay=${encodeURIComponent(relay)}`
    const codes = { qr: [] as number[], atOnce: [] as number[], uri: [] as number[] }
    const byHand = { slow: [] as number[], quick: [] as number[] }
    const rowByHand = async (rate: number) => {
      const visit = {
        url: `${pages.origin}/byhand/index.html`,
        start: 'warm',
        slowdown: rate,
        hasList: true,
      } as const
      return (await measurePage(browser, visit)).firstRow ?? Number.NaN
    }
    for (let round = 0; round <= runs; round++) {
      log(round === 0 ? 'Warming up…' : `Round ${round} of ${runs}`)
      const qr = await measureCode(browser, { url, slowdown, pause: 300 })
      const atOnce = await measureCode(browser, { url, slowdown, pause: 0 })
      const uri = await measureCode(browser, { url, slowdown: 1, pause: undefined })
      const [slow, quick] = [await rowByHand(slowdown), await rowByHand(1)]
      if (round === 0) continue
      byHand.slow.push(slow)
      byHand.quick.push(quick)
      codes.qr.push(qr)
      codes.atOnce.push(atOnce)
      codes.uri.push(uri)
    }
    log('Requests')
    const before = await measureRoundTrip(relay)
    const requestMs = await measureRequests(browser, { url, relay })
    const roundTripMs = [before, await measureRoundTrip(relay)]
    const of = (values: readonly number[]) => median(values) ?? Number.NaN
    return {
      qrMs: of(codes.qr),
      qrAtOnceMs: of(codes.atOnce),
      uriMs: of(codes.uri),
      requestMs,
      roundTripMs,
      byHandSlowMs: byHand.slow,
      byHandMs: byHand.quick,
    }
  } finally {
    for (const close of closing) await close()
  }
}
