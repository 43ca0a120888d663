import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { builtBare } from './builtServer.ts'
import { type Indexing, indexChain } from './indexChain.ts'
import type { LoadPlan, LoadResult } from './loadPlan.ts'
import { runLoad } from './runLoad.ts'
import { seedHistory } from './seedHistory.ts'
import { type Soak, soak } from './soak.ts'
import { type Running, startProcess } from './startProcess.ts'
import { pageHeaders, startServices } from './startServices.ts'

/** The measured numbers; rates per second, times in milliseconds. */
export interface ServiceNumbers {
  /** What the machine can do at all, again and again through the run. */
  readonly bare: readonly Measured[]
  readonly config: Measured
  readonly balance: Measured
  readonly directory: Measured
  readonly rpc: Measured
  /** First pages, one after the other. */
  readonly history: LoadResult
  /** Requests a second of one connection to the bare handler, before and after those. */
  readonly oneByOne: readonly number[]
  readonly indexing: Indexing
  /** From the start of a process until it listens: each in turns, both built JavaScript whose compiled code is kept. */
  readonly starts: { readonly services: readonly number[]; readonly bare: readonly number[] }
  readonly soak: Soak
}

export interface Measured {
  /** Each connection asks as soon as it was answered. */
  readonly most: LoadResult
  /** At half of that rate. */
  readonly half: LoadResult
}

const account = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const project = 'projectId=latchkey-dev&st=bench&sv=1'
const connections = 16

/** Starts of each kind of process. */
const startCount = 3

/** Measures the services on loopback, in processes of their own, and the bare handlers in between. */
export async function benchServices(options: {
  readonly seconds: number
  readonly soakSeconds: number
  readonly log: (line: string) => void
}): Promise<ServiceNumbers> {
  const { seconds, soakSeconds, log } = options
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-bench-'))
  const closing: (() => Promise<void>)[] = [async () => rmSync(folder, { recursive: true, force: true })]
  const measure = async (plan: Pick<LoadPlan, 'url' | 'method' | 'headers' | 'body'>): Promise<Measured> => {
    const whole = { ...plan, headers: { ...pageHeaders, ...plan.headers }, connections, seconds }
    const most = await runLoad(whole)
    return { most, half: await runLoad({ ...whole, rate: most.perSecond / 2 }) }
  }
  try {
    const yardstick = await startBare()
    closing.unshift(() => yardstick.close())
    const bareUrl = `http://127.0.0.1:${yardstick.said.bare}/`
    const bare: Measured[] = []
    const measureBare = async () => {
      log('Bare handler')
      bare.push(await measure({ url: bareUrl }))
    }
    const one = async () => (await runLoad({ url: bareUrl, connections: 1, seconds })).perSecond

    log('Start')
    const env = {
      DATA_FOLDER: join(folder, 'main'),
      RPC_UPSTREAMS: JSON.stringify({ 'eip155:1': [`http://127.0.0.1:${yardstick.said.node}/`] }),
    }
    // The first one makes the database; those that count find it.
    await (await startServices({ ...env, INDEX_CHAINS: 'none' })).close()
    seedHistory({ folder: env.DATA_FOLDER, chainId: 1, account, count: 100_000 })
    const starts = { services: [] as number[], bare: [] as number[] }
    for (let round = 0; round < startCount; round++) {
      const started = { bare: await startBare(), services: await startServices(env) }
      starts.bare.push(started.bare.startMs)
      starts.services.push(started.services.startMs)
      for (const each of Object.values(started)) await each.close()
    }
    const server = await startServices(env)
    closing.unshift(() => server.close())
    const { url } = server

    await measureBare()
    log('Data API from memory')
    const config = await measure({ url: `${url}/appkit/v1/config?${project}` })
    const balance = await measure({
      url: `${url}/v1/account/${account}/balance?${project}&chainId=eip155:1`,
    })
    await measureBare()
    log('Wallet directory')
    const directory = await measure({ url: `${url}/getWallets?${project}&page=1&entries=40` })
    log('RPC proxy')
    const rpc = await measure({
      url: `${url}/v1?${project}&chainId=eip155:1`,
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{"jsonrpc":"2.0","id":1,"method":"eth_chainId","params":[]}',
    })
    await measureBare()
    log('History of 100,000 transfers')
    const before = await one()
    const history = await runLoad({
      url: `${url}/v1/account/${account}/history?${project}&chainId=eip155:1`,
      headers: pageHeaders,
      connections: 1,
      seconds,
    })
    const oneByOne = [before, await one()]
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
    const indexing = await indexChain({ folder: join(folder, 'index'), transfers: 1_000, empty: 2_000 })
    return { bare, config, balance, directory, rpc, history, oneByOne, indexing, starts, soak: memory }
  } finally {
    for (const close of closing) await close()
  }
}

function startBare(): Promise<Running> {
  return startProcess({
    file: builtBare(),
    ready: lines => lines.find(line => typeof line.bare === 'number'),
  })
}
