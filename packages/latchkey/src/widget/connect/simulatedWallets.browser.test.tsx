/** The screens of connecting and switching over `evm()` and wallets that behave and misbehave like real ones. */
import { createSimulatedWallet, type Outcome, type SimulatedWallet } from '@latchkey/testing'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { mainnet, optimism } from '../../contract/networks/evm.ts'
import { resolveConfig } from '../../engine/base/config.ts'
import { createFacts } from '../../engine/base/facts.ts'
import { createMemoryStorage } from '../../engine/base/pageStorage.ts'
import { evm } from '../../evm.ts'
import { eventually } from '../conformance/eventually.ts'
import { createStateClock, type StateClock } from '../fixtures/stateClock.ts'
import { until } from '../fixtures/until.ts'
import { startDiscovery } from '../handle/startDiscovery.ts'
import { createRuntime } from '../runtime/createRuntime.ts'
import type { Runtime } from '../runtime/runtime.ts'

const id = 'simulated'
const row = '[data-row="rdns:com.example.blue"]'
let runtime: Runtime
let clock: StateClock
let wallet: SimulatedWallet
let stopDiscovery: () => void

const root = () => document.querySelector(`[data-latchkey=${id}]`)?.shadowRoot as ShadowRoot
const find = (selector: string) => root().querySelector<HTMLElement>(selector)
const press = async (selector: string) => (await until(() => find(selector))).click()
const words = () => [find('.status-title')?.textContent, find('.status-detail')?.textContent]
const account = () => runtime.getState().accounts.eip155

beforeEach(async () => {
  wallet = createSimulatedWallet({
    name: 'Blue',
    rdns: 'com.example.blue',
    chains: [{ id: 1 }, { id: 10 }, { id: 31337 }],
    memory: false,
  })
  const config = resolveConfig({
    projectId: 'test',
    id,
    networks: [mainnet, optimism],
    adapters: [evm()],
    storage: createMemoryStorage(),
  })
  clock = createStateClock()
  const discovery = await startDiscovery(config)
  stopDiscovery = discovery.stop
  runtime = createRuntime({ config, facts: createFacts(), discovery, clock })
})

afterEach(() => {
  runtime.destroy()
  stopDiscovery()
  wallet.stop()
  document.body.replaceChildren()
})

type Screen = readonly [title: string, detail: string]

const unusable: Screen = [
  'Failed to connect',
  'Blue sent an unexpected answer. Update it, or choose another wallet.',
]
const failed: Screen = ['Failed to connect', 'Open Blue, check that it’s unlocked, and try again.']

const screens: readonly (readonly [what: string, outcome: Outcome, screen: Screen])[] = [
  ['declines', 'reject', ['Connection rejected', 'You declined the request in Blue.']],
  [
    'declines in its own words',
    { kind: 'reject', message: 'Nope' },
    ['Connection rejected', 'You declined the request in Blue.'],
  ],
  [
    'declines with 5000',
    { kind: 'code', code: 5000 },
    ['Connection rejected', 'You declined the request in Blue.'],
  ],
  [
    'waits with an earlier request',
    { kind: 'code', code: -32002 },
    ['Failed to connect', 'Open Blue, finish the request waiting there, then try again.'],
  ],
  ['answers garbage', { kind: 'malformed', as: 'object' }, unusable],
  ['answers markup', { kind: 'malformed', as: 'html' }, unusable],
  ['answers what cannot be read', { kind: 'malformed', as: 'throwing' }, unusable],
  ['answers without an account', { kind: 'answer', value: [] }, unusable],
  ['throws', 'throw', failed],
  ['throws nothing', { kind: 'throw', how: 'undefined' }, failed],
  ['has lost its chains', { kind: 'code', code: 4900 }, failed],
]

describe('a wallet that', () => {
  test.each(screens)('%s has a screen that says so, and a second try', async (_what, outcome, screen) => {
    wallet.control.next('eth_requestAccounts', outcome)
    runtime.open()
    await press(row)
    await eventually(words).toEqual(screen)
    expect(account()).toMatchObject({ status: 'disconnected', isConnected: false })
    expect(runtime.getState().loading).toBe(false)
    await press('.connecting .button[data-tone=primary]')
    await eventually(account).toMatchObject({ status: 'connected' })
    await eventually(() => runtime.getState().open).toBe(false)
  })

  test.each(['hang', 'locked'] as const)(
    'does not answer (%s) shows that it is waited for',
    async outcome => {
      wallet.control.next('eth_requestAccounts', outcome)
      runtime.open()
      await press(row)
      await eventually(words).toEqual(['Continue in Blue', 'Approve the connection in your wallet.'])
      clock.advance(10_000)
      await eventually(words).toEqual([
        'Continue in Blue',
        'Still waiting for Blue. Its window may be hidden behind this one.',
      ])
      clock.advance(20_000)
      await eventually(words).toEqual([
        'No answer from Blue',
        'It may be locked. Open Blue, unlock it and approve the connection, or start again.',
      ])
      // Unlocked after all: its late answer is the answer.
      if (outcome === 'locked') wallet.control.unlock()
      else await press('.connecting .button[data-tone=primary]')
      await eventually(account).toMatchObject({ status: 'connected' })
    },
  )

  test('answers twice is connected once', async () => {
    wallet.control.next('eth_requestAccounts', 'twice')
    runtime.open()
    await press(row)
    await eventually(account).toMatchObject({ status: 'connected' })
    expect(runtime.getState().connections).toHaveLength(1)
  })

  test('stands on a network the host does not list leads to UnsupportedChain, and back from there', async () => {
    await wallet.control.switchChain(31337)
    runtime.open()
    await press(row)
    await eventually(() => runtime.getState().view).toBe('UnsupportedChain')
    await press('[data-row="eip155:10"]')
    await eventually(() => runtime.getState().network.name).toBe('OP Mainnet')
    await eventually(() => runtime.getState().open).toBe(false)
  })
})

describe('switching in a wallet that', () => {
  const switches: readonly (readonly [what: string, outcome: Outcome, screen: Screen])[] = [
    ['declines', 'reject', ['Network switch rejected', 'You declined the switch in Blue.']],
    [
      'says it moved and did not',
      'wrongChain',
      ['Failed to switch network', 'Blue stayed on another network. Choose OP Mainnet in the wallet itself.'],
    ],
    ['throws', 'throw', ['Failed to switch network', 'Choose OP Mainnet in Blue itself, or try again.']],
  ]

  beforeEach(async () => {
    runtime.open()
    await press(row)
    await eventually(() => runtime.getState().open).toBe(false)
  })

  test.each(switches)('%s has a screen that says so', async (_what, outcome, screen) => {
    wallet.control.next('wallet_switchEthereumChain', outcome)
    runtime.open({ view: 'Networks' })
    await press('[data-row="eip155:10"]')
    await eventually(words).toEqual(screen)
    expect(runtime.getState().network.name).toBe('Ethereum')
    wallet.control.switchChain(10)
    await eventually(words).toEqual(['You are on OP Mainnet', undefined])
    await eventually(() => runtime.getState().open).toBe(false)
  })
})
