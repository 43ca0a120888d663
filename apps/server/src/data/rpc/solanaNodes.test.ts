import type { CaipNetworkId } from 'latchkey/contract'
import { formatBase58 } from 'latchkey/services'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createLog } from '../../core/log/createLog.ts'
import type { ProxiedCall } from '../namespaces/nodeLanguage.ts'
import { solanaNodes } from '../namespaces/solanaNodes.ts'
import { createRpcProxy } from './createRpcProxy.ts'
import { answerWith, type FakeNode, type NodeScript, startNode } from './fakeNode.fixture.ts'

const genesis = 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG'
const chain: CaipNetworkId = `solana:${genesis.slice(0, 32)}`
const signature = Uint8Array.from({ length: 64 }, (_, at) => at + 1)
const id = formatBase58(signature)
const bytes = Uint8Array.from([1, ...signature, 0x80, 1, 0, 1])
const wire = Buffer.from(bytes).toString('base64')
const { identity, head, transaction } = solanaNodes

describe('answers of Solana nodes', () => {
  it.each([
    [genesis, true],
    ['5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d', false],
    ['0x7a69', undefined],
    [null, undefined],
    [7, undefined],
  ])('the genesis %j', (said, isOf) => expect(identity.isOf(said, chain)).toBe(isOf))

  it.each([
    [0, 0],
    [312_000_111, 312_000_111],
    [-1, undefined],
    [1.5, undefined],
    ['7', undefined],
  ])('the slot %j', (said, slot) => expect(head.read(said)).toBe(slot))

  it.each([
    [{ value: [null] }, false],
    [{ value: [{ err: null }] }, true],
    [{ value: [{ err: { InstructionError: [0, 'x'] } }] }, true],
    [{ value: [] }, undefined],
    [{ value: [1] }, undefined],
    [null, undefined],
  ])('the status %j', (said, has) => expect(transaction.has(said, id)).toBe(has))
})

it.each<[string, ProxiedCall['params'], string | undefined]>([
  ['base64', [wire, { encoding: 'base64' }], id],
  ['base58, as without a word', [formatBase58(bytes)], id],
  ['base58', [formatBase58(bytes), { encoding: 'base58' }], id],
  ['another encoding', [wire, { encoding: 'hex' }], undefined],
  ['no signature', ['AAAA', { encoding: 'base64' }], undefined],
  ['fewer than it says', ['AgAA', { encoding: 'base64' }], undefined],
  ['too long', ['A'.repeat(1_700), { encoding: 'base64' }], undefined],
  ['no text', [7], undefined],
  ['nothing', undefined, undefined],
  ['no list', { wire }, undefined],
])('a transaction is known by its first signature: %s', (_name, params, name) => {
  expect(transaction.idOf(params)).toBe(name)
})

describe('the proxy before nodes of Solana', () => {
  const nodes: FakeNode[] = []
  afterEach(async () => {
    vi.useRealTimers()
    await Promise.all(nodes.splice(0).map(node => node.close()))
  })

  const ofGenesis = (said: string) =>
    answerWith(({ method }) => ({ result: { getGenesisHash: said, getHealth: 'ok', getSlot: 7 }[method] }))
  const cut: NodeScript = (_request, response) => void response.socket?.destroy()

  async function proxyOver(scripts: readonly NodeScript[], geneses: readonly string[] = [], timeout = 5_000) {
    const own = await Promise.all(
      scripts.map((script, index) => startNode(script, ofGenesis(geneses[index] ?? genesis))),
    )
    nodes.push(...own)
    const proxy = createRpcProxy({
      upstreams: new Map([[chain, own.map(({ url }) => url)]]),
      timeout,
      answerLimit: 100_000,
      clock: () => performance.now(),
      log: createLog({ level: 'silent' }),
    })
    return { call: async (call: ProxiedCall) => (await proxy.call(chain, [call]))[0], own, proxy }
  }

  const submit: ProxiedCall = { method: 'sendTransaction', params: [wire, { encoding: 'base64' }] }
  const looking = (sent: NodeScript, status: unknown): NodeScript => {
    const look = answerWith(() => ({ result: { value: [status] } }))
    return (request, response) =>
      (request.calls[0]?.method === 'sendTransaction' ? sent : look)(request, response)
  }
  const says = (code: number, message: string) => answerWith(() => ({ error: { code, message } }))
  const unconfirmed = { error: { code: -32_603 }, unanswered: true }

  it('F16: asks each of which cluster it is, and not the one of another', async () => {
    const reads = answerWith(({ method }) => ({ result: method }))
    const { call, own } = await proxyOver([reads, reads], ['5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d'])
    expect(await call({ method: 'getBalance', params: [] })).toEqual({ result: 'getBalance' })
    expect(own.map(({ requests }) => requests.length)).toEqual([0, 1])
    expect(own[0]?.pings).toContain('getGenesisHash')
  })

  it('F15: leaves a node that hangs for the next one, and asks that one first from then on', async () => {
    // Time passes with the node that hangs alone, however slow the machine is.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    const hang: NodeScript = () => void vi.advanceTimersByTime(900)
    const { call, own } = await proxyOver([hang, answerWith(({ method }) => ({ result: method }))], [], 1_500)
    for (const method of ['getBalance', 'getTokenAccountsByOwner', 'getMultipleAccounts'])
      expect(await call({ method, params: [] })).toEqual({ result: method })
    expect(own.map(({ requests }) => requests.length)).toEqual([1, 3])
  })

  it.each<[string, NodeScript, NodeScript, object]>([
    [
      'the first has it after all',
      looking(cut, { err: null }),
      looking(says(-32_002, 'x'), null),
      { result: id },
    ],
    [
      'the next says that it was processed',
      looking(cut, null),
      looking(says(-32_002, 'This transaction has already been processed'), null),
      { result: id },
    ],
    [
      'the next refuses it',
      looking(cut, null),
      looking(says(-32_002, 'Blockhash not found'), null),
      unconfirmed,
    ],
    [
      'the next takes it',
      looking(cut, null),
      looking(
        answerWith(() => ({ result: id })),
        null,
      ),
      { result: id },
    ],
  ])('F15 F19 T73: one that may have been taken, and %s', async (_name, first, second, outcome) => {
    const { call } = await proxyOver([first, second])
    expect(await call(submit)).toMatchObject(outcome)
  })

  it('passes on whole numbers of 64 bits as they come, alone and in a batch', async () => {
    const value = '{"lamports":1,"rentEpoch":18446744073709551615}'
    const { call, proxy } = await proxyOver([
      ({ calls, batch }, response) => {
        const answers = calls.map(
          ({ id }) => `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${value}}`,
        )
        response.end(batch ? `[${answers.join(',')}]` : answers[0])
      },
    ])
    const read = { method: 'getAccountInfo', params: [id] }
    const written = (outcome: unknown) => JSON.stringify((outcome as { result: unknown }).result)
    expect(written(await call(read))).toBe(value)
    expect((await proxy.call(chain, [read, read])).map(written)).toEqual([value, value])
  })

  it('passes on what a node refuses beforehand', async () => {
    const { call, own } = await proxyOver([says(-32_002, 'Transaction simulation failed'), cut])
    expect(await call(submit)).toMatchObject({ error: { code: -32_002 } })
    expect(own[1]?.requests).toEqual([])
  })

  it.each([
    [-32_016, 'Minimum context slot'],
    [-32_001, 'Block cleaned up'],
    [-32_011, 'Transaction history is not available from this node'],
  ])('F17: goes to the next node from one that is behind, or has less (%i)', async (code, message) => {
    const { call } = await proxyOver([says(code, message), answerWith(() => ({ result: 9 }))])
    expect(await call({ method: 'getSlot', params: [{ minContextSlot: 9 }] })).toEqual({ result: 9 })
  })

  const noHistory = { error: { code: -32_011, message: 'Transaction history is not available' } }
  const outdated = { error: { code: -32_002, message: 'Blockhash not found' } }
  it.each<[string, { recent: unknown; history: unknown }, object]>([
    ['has it, without history', { recent: { err: null }, history: noHistory }, { result: id }],
    ['has no history to look in', { recent: null, history: noHistory }, unconfirmed],
    ['has it in its history', { recent: null, history: { err: null } }, { result: id }],
    ['has it nowhere', { recent: null, history: null }, outdated],
  ])('F15 T73: one that is called outdated by a node that %s', async (_name, said, outcome) => {
    const node = answerWith(({ method, params }) => {
      if (method === 'sendTransaction') return outdated
      const answer = (params as readonly unknown[])[1] === undefined ? said.recent : said.history
      return answer === noHistory ? noHistory : { result: { value: [answer] } }
    })
    const { call } = await proxyOver([node])
    expect(await call(submit)).toMatchObject(outcome)
  })
})
