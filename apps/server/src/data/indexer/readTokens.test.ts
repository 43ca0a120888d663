import { encodeAbiParameters, stringToHex } from 'viem'
import { expect, it } from 'vitest'
import { eachStore } from '../../core/store/eachStore.fixture.ts'
import type { Store } from '../../core/store/store.ts'
import type { ProxiedCall } from '../namespaces/nodeLanguage.ts'
import type { RpcOutcome } from '../rpc/callUpstream.ts'
import { type Hex, toBytes, toHex } from './hexBytes.ts'
import { composeReread, readTokens } from './readTokens.ts'

const token = (digit: string): Hex => `0x${digit.repeat(40)}`
const text = (value: string): RpcOutcome => ({ result: encodeAbiParameters([{ type: 'string' }], [value]) })
const number = (value: bigint): RpcOutcome => ({
  result: encodeAbiParameters([{ type: 'uint256' }], [value]),
})
const reverted: RpcOutcome = { error: { code: 3, message: 'execution reverted' } }
const behind: RpcOutcome = { error: { code: -32_000, message: 'header not found' } }
const out: RpcOutcome = { error: { code: -32_603, message: "The chain's nodes did not answer" } }

async function want(store: Store, ...tokens: Hex[]): Promise<void> {
  const row = { chain_id: 1, standard: 'erc20' as const, name: null, symbol: null, decimals: null }
  await store.write([
    store.compose
      .insertInto('index_tokens')
      .values(tokens.map(address => ({ ...row, token: toBytes(address), tries: 0, read_at: null })))
      .compile(),
  ])
}
/** A node whose tokens say these three things: name, symbol, decimals. */
function nodeOf(said: Readonly<Record<Hex, readonly RpcOutcome[]>>, up = true) {
  const asked: ProxiedCall[] = []
  return {
    asked,
    async call(_chain: string, calls: readonly ProxiedCall[]): Promise<RpcOutcome[]> {
      asked.push(...calls)
      return calls.map(({ method, params }) => {
        if (!up) return out
        if (method !== 'eth_call') return { result: '0x1' }
        const [{ to, data }] = params as [{ to: Hex; data: string }]
        return said[to]?.[['0x06fdde03', '0x95d89b41', '0x313ce567'].indexOf(data)] ?? reverted
      })
    },
  }
}
const read = (store: Store, proxy: ReturnType<typeof nodeOf>) =>
  readTokens(store, { chain: 'eip155:1', chainId: 1, proxy, now: () => 7 })
const rows = async (store: Store) =>
  (await store.db.selectFrom('index_tokens').selectAll().orderBy('token').execute()).map(row => [
    toHex(row.token)[2],
    row.name,
    row.symbol,
    row.decimals,
    row.read_at,
  ])

eachStore('the reader of tokens', open => {
  it('T67: stores their words once, cleaned and cut; refused ones stay unknown', async () => {
    const store = await open()
    await want(store, token('1'), token('2'), token('3'), token('4'))
    const node = nodeOf({
      [token('1')]: [text(`Good\u202e ${'x'.repeat(99)}`), text('GOOD'), number(18n)],
      [token('2')]: [
        { result: stringToHex('Maker', { size: 32 }) },
        { result: stringToHex('MKR', { size: 32 }) },
        number(300n),
      ],
      [token('3')]: [{ result: '0x' }, { result: `0x${'ff'.repeat(64)}` }, { result: 'nonsense' }],
    })
    expect(await read(store, node)).toBe(4)
    expect(await rows(store)).toEqual([
      ['1', `Good ${'x'.repeat(59)}`, 'GOOD', 18, 7],
      ['2', 'Maker', 'MKR', null, 7],
      ['3', null, null, null, 7],
      ['4', null, null, null, 7],
    ])
    expect(await read(store, node)).toBe(0)
    expect(node.asked).toHaveLength(1 + 4 * 3)
  })

  it('waits while the node is out, and gives up on a token that no node can read', async () => {
    const store = await open()
    await want(store, token('1'))
    for (let i = 0; i < 8; i++) expect(await read(store, nodeOf({}, false))).toBe(0)
    expect(await rows(store)).toEqual([['1', null, null, null, null]])
    const node = nodeOf({ [token('1')]: [out, out, out] })
    let settled = 0
    let rounds = 0
    while (settled === 0 && rounds < 20) {
      settled = await read(store, node)
      rounds++
    }
    expect([settled, rounds]).toEqual([1, 5])
  })

  it("does not store a node's failure as a token's answer", async () => {
    const store = await open()
    await want(store, token('1'))
    // The first request of a round is for an empty address.
    const isBehind = {
      ...nodeOf({}),
      call: async (_: string, calls: readonly ProxiedCall[]) => calls.map(() => behind),
    }
    for (let i = 0; i < 8; i++) expect(await read(store, isBehind)).toBe(0)
    const node = nodeOf({ [token('1')]: [text('Good'), text('GOOD'), behind] })
    expect(await read(store, node)).toBe(0)
    expect(await rows(store)).toEqual([['1', null, null, null, null]])
    expect(await read(store, nodeOf({ [token('1')]: [text('Good'), text('GOOD'), number(6n)] }))).toBe(1)
    expect(await rows(store)).toEqual([['1', 'Good', 'GOOD', 6, 7]])
  })

  it('T107: a token whose answers break nodes does not delay others', async () => {
    const store = await open()
    await want(store, token('1'), token('2'), token('3'))
    const good = nodeOf({
      [token('1')]: [text('Good'), text('GOOD'), number(18n)],
      [token('3')]: [text('Fine'), text('FINE'), number(6n)],
    })
    const lost: RpcOutcome = { error: { code: -32_603, message: "The node's answer is too large" } }
    const gas: unknown[] = []
    const node = {
      ...good,
      async call(chain: string, asked: readonly ProxiedCall[]): Promise<RpcOutcome[]> {
        gas.push(Object(Object(asked.at(-1)?.params)[0]).gas)
        return JSON.stringify(asked).includes(token('2')) ? asked.map(() => lost) : good.call(chain, asked)
      },
    }
    expect(await read(store, node)).toBe(2)
    expect((await rows(store)).map(([, ...said]) => said)).toEqual([
      ['Good', 'GOOD', 18, 7],
      [null, null, null, null],
      ['Fine', 'FINE', 6, 7],
    ])
    // Together, whether the node is there at all, and each by itself, which may use so much of it and no more.
    const bound = '0xf4240'
    expect(gas).toEqual([undefined, undefined, bound, bound, bound])
    let rounds = 1
    while ((await rows(store))[1]?.[4] === null && rounds < 20) {
      await read(store, node)
      rounds++
    }
    expect(rounds).toBe(5)
  })

  it('keeps the answer of a nameless token when nodes fail later', async () => {
    const store = await open()
    await want(store, token('1'))
    const nameless = nodeOf({ [token('1')]: [reverted, reverted, number(6n)] })
    const day = 86_400_000
    for (let times = 0; times < 4; times++) {
      expect(await read(store, nameless)).toBe(1)
      await store.write([composeReread(store, 1, day + 8)])
    }
    expect(await read(store, nodeOf({ [token('1')]: [reverted, reverted, behind] }))).toBe(1)
    expect(await rows(store)).toEqual([['1', null, null, 6, 7]])
  })

  it('reads tokens that have no name again after a day, a few times', async () => {
    const store = await open()
    await want(store, token('1'), token('2'))
    const day = 86_400_000
    expect(await read(store, nodeOf({ [token('2')]: [text('Good'), text('GOOD'), number(6n)] }))).toBe(2)
    const again = (now: number) => store.write([composeReread(store, 1, now)])
    await again(day)
    expect(await read(store, nodeOf({}))).toBe(0)
    await again(day + 8)
    expect(await read(store, nodeOf({ [token('1')]: [text('Late'), text('LATE'), number(6n)] }))).toBe(1)
    expect(await rows(store)).toEqual([
      ['1', 'Late', 'LATE', 6, 7],
      ['2', 'Good', 'GOOD', 6, 7],
    ])
    await want(store, token('3'))
    let times = 0
    while (times < 30 && (await read(store, nodeOf({}))) > 0) {
      times++
      await again(day + 8)
    }
    expect(times).toBe(10)
  })
})
