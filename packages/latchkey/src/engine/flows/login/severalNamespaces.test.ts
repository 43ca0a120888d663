import { expect, test } from 'vitest'
import type { AdapterDescriptor } from '../../../contract/adapter.ts'
import type { CaipNetworkId } from '../../../contract/caip.ts'
import { createError } from '../../../contract/errors/createError.ts'
import type { FactMap, FactType } from '../../../contract/facts.ts'
import type { StandardWallet } from '../../../embedded/standardWallet.ts'
import { solana } from '../../../solana.ts'
import { createFakeAdapters } from '../../../widget/fixtures/fakeWallet.ts'
import { resolveConfig } from '../../base/config.ts'
import { createFacts } from '../../base/facts.ts'
import { createMemoryStorage } from '../../base/pageStorage.ts'
import { createEngine } from '../../createEngine.ts'
import { createFakeClock } from '../../fixtures/createFakeClock.ts'
import { createScriptedFrame } from '../../fixtures/createScriptedFrame.ts'
import { snapshotKey } from '../../nouns/connections/snapshot.ts'
import { createLoginFlow } from './createLoginFlow.ts'

const evmAddress = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F'
const solanaAddress = '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV'
const main: CaipNetworkId = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const dev: CaipNetworkId = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'

/** A frame in which a visitor is logged in, with an account of solana unless it is of an earlier release. */
function createFrame(options: { readonly isOld?: boolean }) {
  const moves: string[] = []
  let isLoggedIn = true
  const made = createScriptedFrame({
    CONNECT_EMAIL: { action: 'VERIFY_OTP' },
    SHOW_SCREEN: { result: 'done' },
    IS_CONNECTED: () => ({ isConnected: isLoggedIn }),
    GET_USER: {
      email: 'ann@mail.example',
      authProvider: 'email',
      address: evmAddress,
      chainId: main,
      accounts: [
        { address: evmAddress, type: 'eoa', chainNamespace: 'eip155' },
        ...(options.isOld ? [] : [{ address: solanaAddress, type: 'eoa', chainNamespace: 'solana' }]),
      ],
    },
    SWITCH_NETWORK({ chainId }: { readonly chainId: string }) {
      moves.push(chainId)
      if (options.isOld && chainId.startsWith('solana:')) throw createError('NETWORK_NOT_FOUND')
      return { chainId }
    },
    SIGN_OUT() {
      isLoggedIn = false
      made.emit('SESSION', { isConnected: false })
      return {}
    },
  })
  return { ...made, moves }
}

/** `fails`: its chunk cannot be had. */
function standardAdapter({
  fails = () => false,
}: {
  readonly fails?: () => boolean
} = {}): AdapterDescriptor {
  const descriptor = solana()
  return {
    ...descriptor,
    load: async () => {
      if (fails()) throw createError('CHUNK_FAILED')
      return descriptor.load()
    },
  }
}

const network = (caipNetworkId: CaipNetworkId, symbol: string) => ({
  chainNamespace: caipNetworkId.split(':')[0] as string,
  caipNetworkId,
  id: caipNetworkId === 'eip155:1' ? 1 : (caipNetworkId.split(':')[1] as string),
  name: caipNetworkId,
  nativeCurrency: { name: symbol, decimals: 9, symbol },
  rpcUrls: { default: { http: ['https://rpc.example'] } },
})

type Made = ReturnType<typeof createFrame>

function open(
  made: Made,
  storage = createMemoryStorage(),
  options: { readonly adapters?: 'evm' | 'both'; readonly fails?: () => boolean } = {},
) {
  let { frame } = made
  const facts = createFacts()
  const told: { readonly type: FactType; readonly fact: FactMap[FactType] }[] = []
  for (const type of ['connected', 'disconnected', 'networkChanged', 'activeNamespaceChanged'] as const)
    facts.on(type, fact => told.push({ type, fact }))
  const engine = createEngine({
    config: resolveConfig({
      projectId: 'test',
      adapters: [
        ...createFakeAdapters([]),
        ...(options.adapters === 'evm' ? [] : [standardAdapter(options)]),
      ],
      networks: [
        network('eip155:1', 'ETH'),
        ...(options.adapters === 'evm' ? [] : [network(main, 'SOL'), network(dev, 'SOL')]),
      ],
      storage,
    }),
    facts,
    notify: () => undefined,
    clock: createFakeClock(),
    frame: async () => frame,
  })
  const mount = (next: Made) => {
    frame = next.frame
  }
  return {
    engine,
    mount,
    told,
    storage,
    flow: createLoginFlow(engine.ctx),
    state: engine.ctx.connections.getState,
  }
}

type Page = ReturnType<typeof open>

const until = (look: () => unknown, what: unknown) => expect.poll(look, { interval: 1 }).toEqual(what)
const partsOf = ({ state }: Page) =>
  state().connections.map(({ namespaces }) => Object.keys(namespaces).toSorted())

async function logIn(page: Page) {
  page.flow.send('ann@mail.example')
  await until(() => page.flow.machine.getState().at, 'in')
}

test('one login is one connection with each namespace that the host offers', async () => {
  const page = open(createFrame({}))
  await logIn(page)
  expect(partsOf(page)).toEqual([['eip155', 'solana']])
  const { active, status, activeNamespace } = page.state()
  expect(active.eip155?.caip10).toBe(`eip155:1:${evmAddress}`)
  expect(active.solana?.caip10).toBe(`${main}:${solanaAddress}`)
  expect([active.eip155?.connectionId === active.solana?.connectionId, activeNamespace]).toEqual([
    true,
    'eip155',
  ])
  expect(status).toMatchObject({ eip155: 'connected', solana: 'connected' })
  expect(page.told.map(({ type }) => type)).toEqual(['connected', 'connected'])
})

test('moves between its namespaces and their networks without another login', async () => {
  const made = createFrame({})
  const page = open(made)
  await logIn(page)
  made.asked.length = 0
  made.moves.length = 0
  await page.engine.switchNetwork({ caipNetworkId: dev })
  expect(page.state()).toMatchObject({
    activeNamespace: 'solana',
    active: { solana: { caip10: `${dev}:${solanaAddress}` } },
  })
  await page.engine.switchNetwork({ caipNetworkId: 'eip155:1' })
  expect(page.state().activeNamespace).toBe('eip155')
  expect(made.asked.filter(each => each !== 'SWITCH_NETWORK')).toEqual([])
  expect(made.moves).toContain(dev)
})

test('F29 T61 a frame that took the place of a lost one hears of the move', async () => {
  const made = createFrame({})
  const page = open(made)
  await logIn(page)
  await page.engine.switchNetwork({ caipNetworkId: main })
  const live = page.engine.ctx.live.get(page.state().connections[0]?.id ?? '', 'solana')
  const provider = live?.provider as StandardWallet
  Object.assign(made.frame, { state: 'failed' })
  const there = createFrame({})
  page.mount(there)
  await provider.features['standard:connect'].connect({ silent: true })
  there.moves.length = 0
  await page.engine.switchNetwork({ caipNetworkId: dev })
  expect(there.moves).toEqual([dev])
})

test.each([
  ['in the frame', async (_: Page, made: Made) => made.emit('SESSION', { isConnected: false })],
  ['by the host, for one namespace', (page: Page) => page.engine.disconnect({ namespace: 'solana' })],
  ['by the host', (page: Page) => page.engine.disconnect()],
] as const)('ends whole %s', async (_name, end) => {
  const made = createFrame({})
  const page = open(made)
  await logIn(page)
  await end(page, made)
  await until(() => page.state().connections, [])
  expect(page.state().active).toEqual({})
  expect(page.told.filter(({ type }) => type === 'disconnected')).toHaveLength(2)
})

test('a reload restores both, on their networks', async () => {
  const made = createFrame({})
  const first = open(made)
  await logIn(first)
  await first.engine.switchNetwork({ caipNetworkId: dev })
  await until(async () => String(await first.storage.getItem(lastKey(first))).includes(dev), true)
  first.engine.destroy()
  const second = open(made, first.storage)
  await until(() => second.state().unconfirmed, [])
  await until(() => second.state().status, { eip155: 'connected', solana: 'connected' })
  expect(partsOf(second)).toEqual([['eip155', 'solana']])
  expect(second.state()).toMatchObject({
    activeNamespace: 'solana',
    active: { solana: { caip10: `${dev}:${solanaAddress}` } },
  })
})

test('a login from before the host offered a namespace gets it with the next load, without a prompt', async () => {
  const made = createFrame({})
  const before = open(made, createMemoryStorage(), { adapters: 'evm' })
  await logIn(before)
  expect(partsOf(before)).toEqual([['eip155']])
  await until(async () => (await before.storage.getItem(lastKey(before))) !== null, true)
  before.engine.destroy()
  made.asked.length = 0
  const after = open(made, before.storage)
  await until(() => partsOf(after), [['eip155', 'solana']])
  expect(after.state()).toMatchObject({ activeNamespace: 'eip155', status: { solana: 'connected' } })
  expect(made.asked).not.toContain('SHOW_SCREEN')
})

test('a frame of an earlier release, without an account of solana, costs the login nothing', async () => {
  const page = open(createFrame({ isOld: true }))
  await logIn(page)
  expect(partsOf(page)).toEqual([['eip155']])
})

test('a namespace whose chunk fails costs the login nothing', async () => {
  const page = open(createFrame({}), createMemoryStorage(), { fails: () => true })
  await logIn(page)
  expect(partsOf(page)).toEqual([['eip155']])
})

/** The key under which the page's connections are stored. */
function lastKey({ engine }: Page): string {
  return engine.ctx.storage.fullName(snapshotKey)
}
