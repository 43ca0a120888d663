import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { indexChain } from './indexChain.ts'
import type { LoadPlan, LoadResult } from './loadPlan.ts'
import { runLoad } from './runLoad.ts'
import { seedHistory } from './seedHistory.ts'
import { type Soak, soak } from './soak.ts'
import { startProcess } from './startProcess.ts'
import { pageHeaders, startServices } from './startServices.ts'

/** What was measured; rates per second, times in milliseconds. */
export interface ServiceNumbers {
  readonly startMs: number
  /** What the machine can do at all at this moment. */
  readonly bare: LoadResult
  readonly config: Measured
  readonly balance: Measured
  readonly directory: Measured
  readonly rpc: Measured
  /** The same node without the proxy, at the same rate. */
  readonly rpcDirect: LoadResult
  readonly history: LoadResult
  readonly indexedBlocks: number
  readonly soak: Soak
}

export interface Measured {
  /** Each connection asks as soon as it was answered. */
  readonly most: LoadResult
  /** At the rate that the budget names, whatever comes. */
  readonly steady: LoadResult
}

const account = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const project = 'projectId=latchkey-dev&st=bench&sv=1'
const connections = 16

/** Measures the services on loopback, in processes of their own. */
export async function benchServices(options: {
  readonly rates: { readonly data: number; readonly directory: number; readonly rpc: number }
  readonly seconds: number
  readonly soakSeconds: number
  readonly log: (line: string) => void
}): Promise<ServiceNumbers> {
  const { rates, seconds, soakSeconds, log } = options
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-bench-'))
  const closing: (() => Promise<void>)[] = [async () => rmSync(folder, { recursive: true, force: true })]
  const measure = async (plan: Pick<LoadPlan, 'url' | 'method' | 'headers' | 'body'>, rate: number) => {
    const whole = { ...plan, headers: { ...pageHeaders, ...plan.headers }, connections, seconds }
    const most = await runLoad(whole)
    return { most, steady: await runLoad({ ...whole, rate }) }
  }
  try {
    log('Bare handler')
    const yardstick = await startProcess({
      file: join(import.meta.dirname, 'bareServer.ts'),
      ready: lines => lines.find(line => typeof line.bare === 'number'),
    })
    closing.unshift(() => yardstick.close())
    const bare = await runLoad({ url: `http://127.0.0.1:${yardstick.said.bare}/`, connections, seconds })

    log('Start')
    const nodeUrl = `http://127.0.0.1:${yardstick.said.node}/`
    const env = {
      DATA_FOLDER: join(folder, 'main'),
      RPC_UPSTREAMS: JSON.stringify({ 'eip155:1': [nodeUrl] }),
    }
    // The first one makes the database; the one that counts finds it.
    await (await startServices({ ...env, INDEX_CHAINS: 'none' })).close()
    seedHistory({ folder: env.DATA_FOLDER, chainId: 1, account, count: 100_000 })
    const server = await startServices(env)
    closing.unshift(() => server.close())
    const { url } = server

    log('Data API from memory')
    const config = await measure({ url: `${url}/appkit/v1/config?${project}` }, rates.data)
    const balance = await measure(
      { url: `${url}/v1/account/${account}/balance?${project}&chainId=eip155:1` },
      rates.data,
    )
    log('Wallet directory')
    const directory = await measure(
      { url: `${url}/getWallets?${project}&page=1&entries=40` },
      rates.directory,
    )
    log('RPC proxy')
    const call = {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{"jsonrpc":"2.0","id":1,"method":"eth_chainId","params":[]}',
    } as const
    const rpcDirect = await runLoad({ ...call, url: nodeUrl, connections, seconds, rate: rates.rpc })
    const rpc = await measure({ ...call, url: `${url}/v1?${project}&chainId=eip155:1` }, rates.rpc)
    log('History of 100,000 transfers')
    const history = await runLoad({
      url: `${url}/v1/account/${account}/history?${project}&chainId=eip155:1`,
      headers: pageHeaders,
      connections: 1,
      seconds,
    })
    log(`Soak of ${soakSeconds} s at half load`)
    const load = runLoad({
      url: `${url}/getWallets?${project}&page=1&entries=40`,
      headers: pageHeaders,
      connections,
      seconds: soakSeconds,
      rate: directory.most.perSecond / 2,
    })
    const memory = await soak(server.pid, load)
    await server.close()
    log('Indexer')
    const indexedBlocks = await indexChain({ folder: join(folder, 'index'), transfers: 1_000, empty: 2_000 })
    return {
      startMs: server.startMs,
      bare,
      config,
      balance,
      directory,
      rpc,
      rpcDirect,
      history,
      indexedBlocks,
      soak: memory,
    }
  } finally {
    for (const close of closing) await close()
  }
}
