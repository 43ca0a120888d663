import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { holders } from '../../../../devstack/src/chains/devAccounts.ts'
import { createSqliteStore } from '../../core/store/createSqliteStore.ts'
import type { Store } from '../../core/store/store.ts'
import { migrations } from '../../migrations.ts'
import type { ProxiedCall } from '../namespaces/nodeLanguage.ts'
import type { RpcOutcome } from '../rpc/callUpstream.ts'
import { tooLargeFault } from '../rpc/forwardReads.ts'
import { transferTopics } from './decodeLog.ts'
import { type DevChain, dumpIndex, follow, openDevChain, untilIndexed } from './devChain.fixture.ts'

const blocks = 60
let dev: DevChain
let whole: unknown
let store: Store
let folder: string
beforeAll(async () => {
  dev = await openDevChain()
  const [from, to] = holders as [`0x${string}`, `0x${string}`]
  for (let i = 0; i < 3; i++) {
    await dev.mined(dev.client.sendUnsignedTransaction({ from, to, value: BigInt(i + 1) }))
    await dev.client.mine({ blocks: blocks / 3 })
  }
  const clean = await openStore()
  const indexer = follow(clean, dev)
  await untilIndexed(clean, dev)
  await indexer.stop()
  whole = await dumpIndex(clean)
  await clean.close()
  rmSync(folder, { recursive: true, force: true })
})
afterAll(() => dev.chain.stop())
beforeEach(async () => {
  store = await openStore()
})
afterEach(async () => {
  await store.close()
  rmSync(folder, { recursive: true, force: true })
})

async function openStore(): Promise<Store> {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-faults-'))
  return createSqliteStore({ folder, migrations })
}

/** The chain's node with a fault in between: `spoil` may answer a call instead, or change its answer. */
function spoiled(
  spoil: (call: ProxiedCall, answer: () => Promise<RpcOutcome>) => RpcOutcome | Promise<RpcOutcome>,
): { readonly node: Pick<DevChain, 'proxy'>; readonly asked: ProxiedCall[] } {
  const asked: ProxiedCall[] = []
  const proxy: DevChain['proxy'] = {
    ...dev.proxy,
    async call(chain, calls) {
      asked.push(...calls)
      const answers = dev.proxy.call(chain, calls)
      return Promise.all(
        calls.map((call, index) => spoil(call, async () => (await answers)[index] as RpcOutcome)),
      )
    },
  }
  return { node: { proxy }, asked }
}
const refused = (code: number, message: string): RpcOutcome => ({ error: { code, message } })
const paramsOf = (call: ProxiedCall) => call.params as readonly unknown[]

async function indexThrough(node: Pick<DevChain, 'proxy'>, options = {}): Promise<void> {
  const indexer = follow(store, node, { finality: 8, ...options })
  await untilIndexed(store, dev)
  await indexer.stop()
}

it('asks for less when a node refuses a slice, and does not run into the refusal each time', async () => {
  let refusals = 0
  let asked = 0
  const { node } = spoiled((call, answer) => {
    const [block] = paramsOf(call)
    if (call.method !== 'eth_getBlockByNumber') return answer()
    asked = block === 'latest' ? 0 : asked + 1
    if (asked !== 8) return answer()
    refusals++
    return refused(-32_005, 'too many blocks at once')
  })
  await indexThrough(node, { finality: 64 })
  expect(await dumpIndex(store)).toEqual(whole)
  expect(refusals).toBeGreaterThan(0)
  expect(refusals).toBeLessThan(4)
})

it('reads what tokens are called while it catches up', async () => {
  const { node, asked } = spoiled((_call, answer) => answer())
  await indexThrough(node, { finality: 64, largestSlice: 2 })
  const isFull = ({ method, params }: ProxiedCall) =>
    method === 'eth_getBlockByNumber' && (params as readonly unknown[])[1] === true
  const named = asked.findIndex(({ method }) => method === 'eth_call')
  expect(asked.slice(named).filter(isFull).length).toBeGreaterThan(blocks / 2)
})

it('asks for receipts one by one where the node has none of whole blocks', async () => {
  const { node, asked } = spoiled((call, answer) =>
    call.method === 'eth_getBlockReceipts' ? refused(-32_601, 'method not found') : answer(),
  )
  await indexThrough(node, { finality: 64 })
  expect(await dumpIndex(store)).toEqual(whole)
  expect(asked.filter(({ method }) => method === 'eth_getBlockReceipts').length).toBeLessThan(20)
})

it('T107: reads a block that exceeds the answer limit by its transactions', async () => {
  const { node } = spoiled(async (call, answer) => {
    const known = await answer()
    const block = 'result' in known ? (known.result as { transactions?: unknown[] } | null) : null
    const isLong =
      call.method === 'eth_getBlockReceipts' ||
      (call.method === 'eth_getBlockByNumber' && paramsOf(call)[1] === true && block?.transactions?.length)
    return isLong ? { error: tooLargeFault } : known
  })
  await indexThrough(node, { finality: 64, largestSlice: 1 })
  expect(await dumpIndex(store)).toEqual(whole)
})

it('goes on after the nodes were out, over their limit, or answered nonsense', async () => {
  const faults: RpcOutcome[] = [
    refused(-32_603, "The chain's nodes did not answer"),
    { result: 'nonsense' },
    { result: null },
  ]
  const { node } = spoiled((call, answer) =>
    call.method === 'eth_getBlockByNumber' ? (faults.shift() ?? answer()) : answer(),
  )
  await indexThrough(node, { finality: 64 })
  expect(await dumpIndex(store)).toEqual(whole)
})

it('takes a node that lags behind another one for no fork', async () => {
  const head = Number(await dev.client.getBlockNumber())
  let turn = 0
  const { node } = spoiled(async (call, answer) => {
    if (call.method !== 'eth_getBlockByNumber' || paramsOf(call)[0] !== 'latest' || ++turn % 2 === 0)
      return answer()
    const [older] = await dev.proxy.call('eip155:31337', [
      { method: 'eth_getBlockByNumber', params: [`0x${(head - 3).toString(16)}`, false] },
    ])
    return older as RpcOutcome
  })
  const written = vi.spyOn(store, 'write')
  const indexer = follow(store, node, { finality: 64 })
  await untilIndexed(store, dev)
  const writes = written.mock.calls.length
  const turns = turn
  await vi.waitUntil(() => turn > turns + 6, { timeout: 5_000, interval: 10 })
  await indexer.stop()
  expect(written.mock.calls.length).toBe(writes)
  expect(await dumpIndex(store)).toEqual(whole)
})

it('reads again when receipts and blocks are not of one chain', async () => {
  let torn = 2
  const { node } = spoiled(async (call, answer) => {
    const outcome = await answer()
    if (call.method !== 'eth_getBlockReceipts' || !('result' in outcome) || torn === 0) return outcome
    torn--
    const receipts = outcome.result as Record<string, unknown>[]
    return { result: receipts.map(receipt => ({ ...receipt, blockHash: `0x${'12'.repeat(32)}` })) }
  })
  await indexThrough(node, { finality: 64 })
  expect(torn).toBe(0)
  expect(await dumpIndex(store)).toEqual(whole)
})

it('misses no event where one of several nodes is a block behind', async () => {
  const behind = new Set<string>()
  // As nodes do: of blocks that they have not yet they know no event, and say so without an error.
  const { node } = spoiled(async (call, answer) => {
    const outcome = await answer()
    const question = JSON.stringify(call)
    const first = !behind.has(question)
    behind.add(question)
    if (call.method === 'eth_getBlockReceipts' && first) return { result: null }
    return call.method === 'eth_getLogs' ? { result: [] } : outcome
  })
  await indexThrough(node, { finality: 64 })
  expect(await dumpIndex(store)).toEqual(whole)
})

it('is held up by no event, however long', async () => {
  const [transfer] = transferTopics
  const data = `0x${'00'.repeat(3_000_000)}`
  let said = 0
  const { node } = spoiled(async (call, answer) => {
    const outcome = await answer()
    if (call.method !== 'eth_getBlockReceipts' || !('result' in outcome) || Number(paramsOf(call)[0]) !== 1)
      return outcome
    said++
    const receipts = outcome.result as { readonly logs: readonly object[] }[]
    return {
      result: receipts.map(receipt => {
        const log = { address: `0x${'12'.repeat(20)}`, topics: [transfer], data, logIndex: '0xffff' }
        return { ...receipt, logs: [...receipt.logs, log] }
      }),
    }
  })
  await indexThrough(node, { finality: 64 })
  expect(said).toBeGreaterThan(0)
  expect(await dumpIndex(store)).toEqual(whole)
})

it('passes over blocks that the node has no more, and indexes the rest', async () => {
  const head = Number(await dev.client.getBlockNumber())
  const { node } = spoiled((call, answer) => {
    const number = Number(paramsOf(call)[0])
    const gone = call.method === 'eth_getBlockByNumber' && number >= 20 && number <= 23
    return gone ? { result: null } : answer()
  })
  await indexThrough(node, { largestSlice: 10 })
  const rows = await store.db.selectFrom('index_transactions').select('block').distinct().execute()
  expect(Math.max(...rows.map(({ block }) => block))).toBeGreaterThan(head - blocks / 3 - 3)
  expect(await store.db.selectFrom('index_chains').select('next_block').execute()).toEqual([
    { next_block: head + 1 },
  ])
})

it('waits for a block near the head that a node has not yet', async () => {
  const head = Number(await dev.client.getBlockNumber())
  let late = 5
  const { node } = spoiled((call, answer) =>
    call.method === 'eth_getBlockByNumber' && Number(paramsOf(call)[0]) === head && late-- > 0
      ? { result: null }
      : answer(),
  )
  await indexThrough(node, { finality: 64 })
  expect(await dumpIndex(store)).toEqual(whole)
})

it('stops at once although a node keeps silent', async () => {
  const { node, asked } = spoiled(() => new Promise<RpcOutcome>(() => {}))
  const indexer = follow(store, node)
  await vi.waitUntil(() => asked.length > 0, { timeout: 5_000, interval: 5 })
  await indexer.stop()
})
