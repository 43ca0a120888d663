/** A host without a page drives every flow that the widget draws: real chain, simulated wallet, no DOM, no React. */
import { createSimulatedWallet } from '@latchkey/testing'
import { parseEther } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startTestChain, type TestChain } from '../chains/conformance/startTestChain.ts'
import { type Network, toNetwork } from '../contract/network.ts'
import type { WalletRow } from '../contract/wallet.ts'
import { evm } from '../evm.ts'
import { resolveConfig } from './base/config.ts'
import { createFacts, type Facts } from './base/facts.ts'
import type { Machine } from './base/machine.ts'
import { createMemoryStorage } from './base/pageStorage.ts'
import { createEngine } from './createEngine.ts'
import type { Engine } from './engine.ts'
import { outcomeOf } from './flows/send/outcomeOf.ts'

// A real node on a busy machine.
vi.setConfig({ testTimeout: 20_000, hookTimeout: 30_000 })

const someone = '0x00000000000000000000000000000000000000bb'
/** Where the wallet stands when it is connected; no node answers for it. */
const elsewhere = toNetwork({
  id: 31_338,
  name: 'Elsewhere',
  nativeCurrency: { name: 'Ether', decimals: 18, symbol: 'ETH' },
  rpcUrls: { default: { http: ['http://127.0.0.1:9'] } },
}) as Network
let chain: TestChain
let engine: Engine
let facts: Facts
let told: string[]

beforeAll(async () => {
  chain = await startTestChain({ chainId: 31_337 })
})
afterAll(() => chain.node.stop())
beforeEach(() => {
  facts = createFacts()
  told = []
  for (const type of ['connected', 'networkChanged', 'sendAsked', 'sent', 'sendSettled'] as const)
    facts.on(type, () => void told.push(type))
  engine = createEngine({
    config: resolveConfig({
      projectId: 'p',
      networks: [elsewhere, chain.network],
      adapters: [evm()],
      storage: createMemoryStorage(),
    }),
    facts,
    notify: () => undefined,
  })
})
afterEach(() => engine.destroy())

/** The state of a machine once it is as wanted. */
function reached<State, Wanted extends State>(
  { getState, subscribe }: Pick<Machine<State, never>, 'getState' | 'subscribe'>,
  isWanted: (state: State) => state is Wanted,
): Promise<Wanted> {
  return new Promise(resolve => {
    const look = (state: State) => {
      if (!isWanted(state)) return
      off()
      resolve(state)
    }
    const off = subscribe(look)
    look(getState())
  })
}

const isAt =
  <State extends { readonly at: string }, const At extends State['at']>(at: At) =>
  (state: State): state is Extract<State, { readonly at: At }> =>
    state.at === at

/** The row of a wallet that has made itself known. */
function announce(): WalletRow | undefined {
  const wallet = createSimulatedWallet({
    name: 'Simulated',
    rdns: 'com.example.simulated',
    chains: [{ id: 31_338 }, { id: 31_337, rpcUrl: chain.node.rpcUrl }],
    memory: false,
    origin: 'https://host.example',
    target: new EventTarget(),
    announce: 'manual',
    accounts: 1,
  })
  const { info, provider } = wallet
  engine.ctx.wallets.dispatch({
    type: 'discovered',
    wallet: { key: 'w', namespace: 'eip155', source: 'announced', info, provider },
  })
  return engine.walletRows().find(({ name }) => name === 'Simulated')
}

/** Connects the wallet and has it move to the chain that answers. */
async function connectAndSwitch(): Promise<void> {
  const { connecting } = engine
  const stopAsking = connecting.enter(announce())
  const { connection } = await reached(connecting.machine, isAt('connected'))
  stopAsking()
  expect(connection.namespaces.eip155).toMatchObject({ caipNetworkId: 'eip155:31338' })
  const switching = await engine.switching()
  const stopSwitching = switching.enter(chain.network.caipNetworkId)
  await reached(switching.machine, isAt('switched'))
  stopSwitching()
}

test('connects, switches the network, drafts, reviews, sends and reads the receipt', async () => {
  expect(globalThis).not.toHaveProperty('document')
  const before = await chain.client.getBalance({ address: someone })
  await connectAndSwitch()

  const sending = await engine.sending()
  const stopSending = sending.enter()
  sending.draft.want('native')
  sending.draft.typeReceiver(someone)
  sending.draft.typeAmount('0.25')
  const checked = await vi.waitUntil(() => {
    const found = sending.check(undefined)
    return found.at === 'ready' && found
  })

  const review = await engine.review()
  review.begin(sending.review(checked.transfer))
  const { quote } = await vi.waitUntil(() => {
    const state = review.progress.getState()
    return state.at === 'reviewing' && state.quote !== 'asking' && state
  })
  expect(quote).toMatchObject({ simulation: { at: 'works' } })
  review.send()
  const sent = await vi.waitUntil(() => {
    const state = review.progress.getState()
    return state.at === 'sent' && state
  })

  const journal = await engine.journal()
  const stopLooking = journal.watch()
  const outcome = () => {
    const entry = journal.machine.getState().find(({ id }) => id === sent.id)
    return outcomeOf(sent, entry?.kind === 'transfer' ? entry : undefined)
  }
  await vi.waitUntil(() => outcome().at === 'confirmed', { timeout: 10_000 })
  stopLooking()
  stopSending()
  expect((await chain.client.getBalance({ address: someone })) - before).toBe(parseEther('0.25'))
  expect(told).toEqual(['connected', 'networkChanged', 'sendAsked', 'sent', 'sendSettled'])
  // SPEC §4: on success the draft resets.
  expect(sending.draft.machine.getState()).toMatchObject({ typed: '', to: '' })
})

test('follows several calls to the end', async () => {
  await connectAndSwitch()
  const calls = await engine.calls({
    calls: [
      { to: someone, value: 1n },
      { to: someone, value: 2n },
    ],
  })
  expect(calls.machine.getState()).toMatchObject({ at: 'asking', network: { id: 31_337 } })
  await calls.send()
  await reached(calls.machine, isAt('confirmed'))
})

test('pages through the wallets that come with the library where there is no directory', async () => {
  const all = await engine.allWallets()
  const leave = all.enter(undefined)
  await vi.waitUntil(() => all.machine.getState().catalogue.at === 'ready')
  leave()
  expect(all.machine.getState().catalogue.wallets).not.toEqual([])
})

test('says why the settings of a wallet cannot be shown where there is no frame', async () => {
  const settings = await engine.walletSettings()
  settings.begin('SETTINGS')
  const { fault } = await reached(settings.machine, isAt('failed'))
  settings.leave()
  expect(fault.code).toBe('EMAIL_LOGIN_UNAVAILABLE')
  expect(settings.machine.getState()).toEqual({ at: 'left' })
})
