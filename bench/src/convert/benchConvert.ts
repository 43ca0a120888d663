import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deployContracts, devAccounts, devContracts, startChain } from '@latchkey/devstack'
import type { Measured } from '../services/benchServices.ts'
import { builtBare } from '../services/builtServer.ts'
import type { LoadResult } from '../services/loadPlan.ts'
import { runLoad } from '../services/runLoad.ts'
import { startProcess } from '../services/startProcess.ts'
import { pageHeaders, startServices } from '../services/startServices.ts'

/** Quotes of pools beside a bare handler; rates per second, times in milliseconds. */
export interface ConvertNumbers {
  /** Before and after. */
  readonly bare: readonly Measured[]
  readonly quotes: Measured
  /** At 500 requests a second. */
  readonly at500: LoadResult
}

const connections = 16
const network = 'eip155:31337'
const { weth, usdc, swapFactory, swapRouter } = devContracts
const described = {
  name: 'Local chain',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  wrapped: weth,
}
const exchange = { factory: swapFactory, router: swapRouter, bases: [weth, usdc] }

/** Measures quotes of `pools` over loopback HTTP: ether into dai, with two ways to go, over a real chain's reserves. */
export async function benchConvert(options: {
  readonly seconds: number
  readonly log: (line: string) => void
}): Promise<ConvertNumbers> {
  const { seconds, log } = options
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-bench-'))
  const closing: (() => Promise<unknown>)[] = [async () => rmSync(folder, { recursive: true, force: true })]
  const measure = async (url: string): Promise<Measured> => {
    const plan = { url, headers: pageHeaders, connections, seconds }
    const most = await runLoad(plan)
    return { most, half: await runLoad({ ...plan, rate: most.perSecond / 2 }) }
  }
  try {
    log('Local chain and its exchange')
    const chain = await startChain({ chainId: 31337, port: 0 })
    closing.unshift(() => chain.stop())
    await deployContracts(chain)
    const yardstick = await startProcess({
      file: builtBare(),
      ready: lines => lines.find(line => typeof line.bare === 'number'),
    })
    closing.unshift(() => yardstick.close())
    const server = await startServices({
      CHAINS: JSON.stringify({ [network]: described }),
      CONVERT_POOLS: JSON.stringify({ [network]: exchange }),
      DATA_FOLDER: join(folder, 'main'),
      INDEX_CHAINS: 'none',
      RPC_UPSTREAMS: JSON.stringify({ [network]: [chain.url] }),
    })
    closing.unshift(() => server.close())
    const query = new URLSearchParams({
      projectId: 'latchkey-dev',
      amount: String(10n ** 18n),
      userAddress: `${network}:${devAccounts[1]?.address}`,
      from: `${network}:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee`,
      to: `${network}:${devContracts.dai}`,
    })
    const quoteUrl = `${server.url}/v1/convert/quotes?${query}`
    const first = (await (await fetch(quoteUrl, { headers: pageHeaders })).json()) as { quotes?: unknown[] }
    if (first.quotes?.length !== 1)
      throw new Error(`No quote to measure: ${JSON.stringify(first).slice(0, 500)}`)
    const bareUrl = `http://127.0.0.1:${yardstick.said.bare}/`
    log('Bare handler')
    const before = await measure(bareUrl)
    log('Quotes of pools')
    const quotes = await measure(quoteUrl)
    const at500 = await runLoad({ url: quoteUrl, headers: pageHeaders, connections, seconds, rate: 500 })
    log('Bare handler')
    return { bare: [before, await measure(bareUrl)], quotes, at500 }
  } finally {
    for (const close of closing) await close()
  }
}
