import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deployContracts, devAccounts, devContracts, startChain } from '@latchkey/devstack'
import { builtBare } from '../services/builtServer.ts'
import type { LoadResult } from '../services/loadPlan.ts'
import { runLoad } from '../services/runLoad.ts'
import { startProcess } from '../services/startProcess.ts'
import { startServices } from '../services/startServices.ts'

/** Payments made by a backend beside a bare handler. */
export interface PaymentNumbers {
  /** Before and after. */
  readonly bare: readonly LoadResult[]
  readonly created: LoadResult
}

const connections = 16
const network = 'eip155:31337'

/** Measures POST /v1/payments over loopback HTTP: each is on disk before its answer, its token is read from a real chain. */
export async function benchPayments(options: {
  readonly seconds: number
  readonly log: (line: string) => void
}): Promise<PaymentNumbers> {
  const { seconds, log } = options
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-bench-'))
  const closing: (() => Promise<unknown>)[] = [async () => rmSync(folder, { recursive: true, force: true })]
  try {
    log('Local chain and its tokens')
    const chain = await startChain({ chainId: 31337, port: 0 })
    closing.unshift(() => chain.stop())
    await deployContracts(chain)
    const yardstick = await startProcess({
      file: builtBare(),
      ready: lines => lines.find(line => typeof line.bare === 'number'),
    })
    closing.unshift(() => yardstick.close())
    const server = await startServices({
      CHAINS: JSON.stringify({
        [network]: { name: 'Local', nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 } },
      }),
      DATA_FOLDER: join(folder, 'main'),
      INDEX_CHAINS: 'none',
      RATE_LIMIT_WITHOUT_ORIGIN_PER_SECOND: '1000000',
      RATE_LIMIT_WITHOUT_ORIGIN_BURST: '10000000',
      RPC_UPSTREAMS: JSON.stringify({ [network]: [chain.url] }),
    })
    closing.unshift(() => server.close())
    const url = `${server.url}/v1/payments?projectId=latchkey-dev`
    const recipient = `${network}:${devAccounts[8]?.address}`
    const asset = `${network}/erc20:${devContracts.usdc}`
    const plan = {
      url,
      method: 'POST',
      headers: { authorization: 'Bearer sk_dev_latchkey', 'content-type': 'application/json' },
      body: JSON.stringify({ accepts: [{ asset, amount: '19.99', recipient }], referenceId: 'A-7' }),
      connections,
      seconds,
    } as const
    const { method, headers, body } = plan
    const first = await fetch(url, { method, headers, body })
    if (first.status !== 201) throw new Error(`No payment to measure: ${(await first.text()).slice(0, 500)}`)
    const bare = () => runLoad({ url: `http://127.0.0.1:${yardstick.said.bare}/`, connections, seconds })
    log('Bare handler')
    const before = await bare()
    log('Payments')
    const created = await runLoad(plan)
    log('Bare handler')
    return { bare: [before, await bare()], created }
  } finally {
    for (const close of closing) await close()
  }
}
