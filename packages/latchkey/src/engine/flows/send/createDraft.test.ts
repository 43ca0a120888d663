import { describe, expect, onTestFinished, test } from 'vitest'
import { createEvmAdapter } from '../../../chains/evm/createEvmAdapter.ts'
import { limits } from '../../../contract/limits.ts'
import type { Network } from '../../../contract/network.ts'
import { evm } from '../../../evm.ts'
import { createApi } from '../../base/api.ts'
import { createMachine } from '../../base/machine.ts'
import { connection, part } from '../../fixtures/connections.ts'
import { createFakeClock } from '../../fixtures/createFakeClock.ts'
import { type Heard, type Reply, startLoopback } from '../../fixtures/startLoopback.ts'
import type { ConnectionsState } from '../../nouns/connections/connectionsState.ts'
import { connectionsTransition } from '../../nouns/connections/connectionsTransition.ts'
import { createDraft } from './createDraft.ts'

const own = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F'
const paid = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'

const network = (id: number): Network => ({
  chainNamespace: 'eip155',
  caipNetworkId: `eip155:${id}`,
  id,
  name: `Chain ${id}`,
  nativeCurrency: { name: 'Ether', decimals: 18, symbol: 'ETH' },
  rpcUrls: { default: { http: [] } },
})

const at = '2026-01-01T00:00:00.000Z'
const profile = (name: string, addresses: Readonly<Record<string, string>> = { 60: paid }) => ({
  name,
  registered_at: at,
  updated_at: at,
  addresses: Object.fromEntries(
    Object.entries(addresses).map(([coin, address]) => [coin, { address, created: at }]),
  ),
  attributes: {},
})

async function setUp(reply: (request: Heard) => Reply, services = true) {
  const server = await startLoopback(request =>
    request.url.startsWith('/v1/identity/') ? { body: { name: null, avatar: null } } : reply(request),
  )
  onTestFinished(() => server[Symbol.asyncDispose]())
  const clock = createFakeClock()
  const config = {
    projectId: 'p1',
    adapters: [evm()],
    networks: [network(1), network(10)],
    ...(services && { endpoints: { api: server.url } }),
  }
  const start: ConnectionsState = {
    connections: [],
    active: {},
    activeNamespace: 'eip155',
    chosen: {},
    status: {},
    unconfirmed: [],
    shelved: [],
  }
  const connections = createMachine(start, connectionsTransition)
  const connect = (address: string, chain = 1) =>
    connections.dispatch({
      type: 'connected',
      namespace: 'eip155',
      connection: connection('one', { eip155: part([address], `eip155:${chain}`) }),
    })
  connect(own)
  const api = createApi({ config, clock })
  const adapter = createEvmAdapter()
  let ids = 0
  const draft = createDraft({
    clock,
    random: { id: () => `draft-${++ids}` },
    connections,
    config,
    api: async () => api,
    adapter: async () => adapter,
  })
  onTestFinished(draft.destroy)
  /** Types and lets the pause after it pass. */
  const typed = async (text: string) => {
    draft.typeReceiver(text)
    await clock.reach(limits.debounce)
  }
  const settled = () =>
    expect.poll(() => draft.machine.getState().receiver, { interval: 5 }).not.toMatchObject({ at: 'looking' })
  return { server, clock, draft, connect, connections, typed, settled, state: () => draft.machine.getState() }
}

const none = (): Reply => ({ status: 404, body: { code: 'NAME_NOT_FOUND', message: 'No', reasons: [] } })

describe('SPEC §5 an address as it is typed', () => {
  test.each([
    ['with 0x', paid, { at: 'known', address: paid }],
    ['without 0x', paid.slice(2), { at: 'known', address: paid }],
    ['in lower case', paid.toLowerCase(), { at: 'known', address: paid }],
    ['in capitals', paid.slice(2).toUpperCase(), { at: 'known', address: paid }],
    ['with spaces around', `  ${paid}\n`, { at: 'known', address: paid }],
    ['with a wrong checksum', paid.replace('d8dA', 'D8dA'), { at: 'wrong', problem: 'checksum' }],
    [
      'with a wrong checksum and no 0x',
      paid.slice(2).replace('d8', 'D8'),
      { at: 'wrong', problem: 'checksum' },
    ],
    ['of zeros', `0x${'0'.repeat(40)}`, { at: 'wrong', problem: 'zero' }],
    ['too long', 'a'.repeat(301), { at: 'wrong', problem: 'address' }],
  ])('%s', async (_title, text, receiver) => {
    const { draft, state, settled } = await setUp(none)
    draft.typeReceiver(text)
    await settled()
    expect(state().receiver).toEqual(receiver)
  })

  test('a text that is neither an address nor a name is reported when typing has stopped', async () => {
    const { typed, state, draft, settled } = await setUp(none)
    draft.typeReceiver('0xd8dA6B')
    expect(state().receiver).toEqual({ at: 'looking' })
    await typed('0xd8dA6BF')
    await settled()
    expect(state().receiver).toEqual({ at: 'wrong', problem: 'address' })
  })
})

describe('SPEC-NOTES §4 a name', () => {
  test('is looked up once typing has stopped for 500 ms; its address is there', async () => {
    const { typed, state, settled, server, draft, clock } = await setUp(() => ({
      body: profile('ada.latch.eth'),
    }))
    draft.typeReceiver('ada.latch.e')
    await new Promise(resolve => setTimeout(resolve, 0))
    clock.advance(limits.debounce - 1)
    await typed('Ada.latch.eth')
    await settled()
    expect(state().receiver).toEqual({
      at: 'known',
      address: paid,
      name: { name: 'ada.latch.eth', differs: true, foreign: false },
    })
    expect(server.heard.map(({ url }) => url.split('?')[0])).toEqual(['/v1/profile/account/ada.latch.eth'])
  })

  test('the last one wins, whenever answers come', async () => {
    let first = true
    const { typed, state, settled, server } = await setUp(({ url }) => {
      if (!first) return { body: profile(decodeURIComponent(url.split('?')[0]?.split('/').at(-1) ?? '')) }
      first = false
      return 'hang'
    })
    await typed('slow.latch.eth')
    await expect.poll(() => server.heard.length).toBe(1)
    await typed('ada.latch.eth')
    await settled()
    expect(state().receiver).toMatchObject({ at: 'known', name: { name: 'ada.latch.eth' } })
  })

  test.each([
    ['that is not registered', none(), 'noName'],
    ['no address', { body: profile('ada.latch.eth', {}) }, 'noName'],
    ['another name answers', { body: profile('eve.latch.eth') }, 'noName'],
    ['an address that is none', { body: profile('ada.latch.eth', { 60: '0x12' }) }, 'noName'],
    ['the zero address', { body: profile('ada.latch.eth', { 60: `0x${'0'.repeat(40)}` }) }, 'noName'],
    ['no answer', 'cut', 'offline'],
    ['a fault', { status: 500, body: {} }, 'offline'],
  ] as const)('%s', async (_title, reply, problem) => {
    const { typed, state, settled } = await setUp(() => reply as Reply)
    await typed('ada.latch.eth')
    await settled()
    expect(state().receiver).toEqual({ at: 'wrong', problem })
  })

  test('ENSIP-11: the address of the chain itself comes before Ether’s', async () => {
    const answer = { body: profile('ada.latch.eth', { 60: own, [0x80000000 + 10]: paid }) }
    const { typed, state, settled, connect } = await setUp(() => answer)
    connect(own, 10)
    await typed('ada.latch.eth')
    await settled()
    expect(state().receiver).toMatchObject({ address: paid })
  })

  test('without services nothing is asked, and it says so', async () => {
    const { typed, state, settled, server } = await setUp(none, false)
    await typed('ada.latch.eth')
    await settled()
    expect(state().receiver).toEqual({ at: 'wrong', problem: 'noServices' })
    expect(server.heard).toEqual([])
  })

  test('T64 an imitation is refused before anybody is asked', async () => {
    const { typed, state, settled, server } = await setUp(none)
    await typed('vit\u0430lik.eth')
    await settled()
    expect(state().receiver).toEqual({ at: 'wrong', problem: 'imitation', letters: ['\u0430'] })
    expect(server.heard).toEqual([])
  })
})

describe('SPEC §4 the draft ends with what it is of', () => {
  test.each([
    ['another account', (connect: (address: string, chain?: number) => void) => connect(paid)],
    ['another network', (connect: (address: string, chain?: number) => void) => connect(own, 10)],
  ])('%s', async (_title, change) => {
    const { draft, state, connect } = await setUp(none)
    draft.typeAmount('5')
    draft.typeReceiver(paid)
    const { id } = state()
    change(connect)
    expect(state()).toMatchObject({ typed: '', to: '', receiver: { at: 'empty' } })
    expect(state().id).not.toBe(id)
  })

  test('a disconnect', async () => {
    const { draft, state, connections } = await setUp(none)
    draft.typeAmount('5')
    connections.dispatch({ type: 'disconnected', connectionId: 'one', namespace: 'eip155' })
    expect(state()).toMatchObject({ typed: '', owner: undefined })
  })

  test('what else happens to connections leaves it alone', async () => {
    const { draft, state, connections } = await setUp(none)
    draft.typeAmount('5')
    connections.dispatch({ type: 'connecting', namespace: 'solana' })
    expect(state().typed).toBe('5')
  })
})
