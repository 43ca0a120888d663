import { pino } from 'pino'
import type { Hex as ViemHex } from 'viem'
import { vi } from 'vitest'
import { type Chain, startChain } from '../../../../devstack/src/chains/startChain.ts'
import { devContracts } from '../../../../devstack/src/contracts/contractPlan.ts'
import { type ChainClient, createChainClient } from '../../../../devstack/src/contracts/createChainClient.ts'
import { deployContracts } from '../../../../devstack/src/contracts/deployContracts.ts'
import type { Store } from '../../core/store/store.ts'
import { createRpcProxy, type RpcProxy } from '../rpc/createRpcProxy.ts'
import { type FollowOptions, followChain } from './followChain.ts'
import { type Hex, toHex } from './hexBytes.ts'
import { readProgress } from './progress.ts'

export interface DevChain {
  readonly chain: Chain
  readonly client: ChainClient
  readonly proxy: RpcProxy
  /** Waits for a transaction to be taken. */
  mined(hash: ViemHex | Promise<ViemHex>): Promise<void>
}

/** A real chain with the development contracts on it. */
export async function openDevChain(): Promise<DevChain> {
  const chain = await startChain({ chainId: 31337, port: 0 })
  await deployContracts(chain)
  const client = createChainClient(chain)
  const proxy = createRpcProxy({
    upstreams: new Map([['eip155:31337', [chain.url]]]),
    timeout: 10_000,
    answerLimit: 67_108_864,
    clock: () => performance.now(),
    log: pino({ level: 'silent' }),
  })
  return {
    chain,
    client,
    proxy,
    async mined(hash) {
      await client.waitForTransactionReceipt({ checkReplacement: false, hash: await hash })
    },
  }
}

/** Indexes the chain until stopped. */
export function follow(
  store: Store,
  dev: Pick<DevChain, 'proxy'>,
  options: Partial<FollowOptions> = {},
): { stop(): Promise<void> } {
  const stop = new AbortController()
  const running = followChain({
    chain: 'eip155:31337',
    chainId: 31337,
    store,
    proxy: dev.proxy,
    log: pino({ level: 'silent' }),
    fence: [],
    signal: stop.signal,
    startBlock: 0,
    pollInterval: 20,
    finality: 64,
    largestSlice: 500,
    wrapped: devContracts.weth.toLowerCase() as Hex,
    traces: false,
    mayRestart: false,
    ...options,
  })
  return {
    async stop() {
      stop.abort()
      await running
    },
  }
}

/** Waits until the index has this block, or the chain's newest one, as the node has it, and each token was read. */
export async function untilIndexed(store: Store, dev: Pick<DevChain, 'client'>): Promise<void> {
  const head = await dev.client.getBlock()
  await vi.waitUntil(
    async () => {
      const progress = await readProgress(store, 31337)
      if (progress?.headHash !== head.hash) return false
      const unread = await store.db
        .selectFrom('index_tokens')
        .select('token')
        .where('read_at', 'is', null)
        .execute()
      return unread.length === 0
    },
    { timeout: 15_000, interval: 20 },
  )
}

/** The whole index as text, but for times of reading. */
export async function dumpIndex(store: Store) {
  const tables = [
    'index_chains',
    'index_transactions',
    'index_transfers',
    'index_activity',
    'index_account_tokens',
    'index_holdings',
    'index_tokens',
    'index_blocks',
  ] as const
  const all = await Promise.all(
    tables.map(async table => {
      const rows = await store.db.selectFrom(table).selectAll().execute()
      const texts = rows.map(row =>
        Object.entries({ ...row, updated_at: 0, read_at: 0, tries: 0 })
          .map(([name, value]) => `${name}=${value instanceof Uint8Array ? toHex(value) : value}`)
          .sort()
          .join(),
      )
      return [table, texts.sort()] as const
    }),
  )
  return Object.fromEntries(all)
}
