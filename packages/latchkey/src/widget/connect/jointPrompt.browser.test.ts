/** A wallet of bitcoin and stacks in the widget: one row, no choice, one prompt, two accounts (decision 077). */
import {
  bitcoinKey,
  createSimulatedBitcoinWallet,
  type SimulatedBitcoinWallet,
  stacksTestAccounts,
} from '@latchkey/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { bitcoin } from '../../bitcoin.ts'
import { bitcoin as bitcoinNetwork } from '../../contract/networks/bitcoin.ts'
import { stacks as stacksNetwork } from '../../contract/networks/stacks.ts'
import { resolveConfig } from '../../engine/base/config.ts'
import { createFacts } from '../../engine/base/facts.ts'
import { createMemoryStorage } from '../../engine/base/pageStorage.ts'
import { stacks } from '../../stacks.ts'
import { eventually } from '../conformance/eventually.ts'
import { until } from '../fixtures/until.ts'
import { startDiscovery } from '../handle/startDiscovery.ts'
import { createRuntime } from '../runtime/createRuntime.ts'
import type { Runtime } from '../runtime/runtime.ts'

const id = 'joint'
const { address: btc } = bitcoinKey(0, 'p2wpkh', 'mainnet')
const [first] = stacksTestAccounts as [(typeof stacksTestAccounts)[0]]
let runtime: Runtime
let wallet: SimulatedBitcoinWallet
let stopDiscovery: () => void

const root = () => document.querySelector(`[data-latchkey=${id}]`)?.shadowRoot as ShadowRoot
const rows = () =>
  [...root().querySelectorAll<HTMLElement>('.row-name')].filter(name => name.textContent === 'Leather')

beforeEach(async () => {
  wallet = createSimulatedBitcoinWallet({ shape: 'leather', stacks: true, memory: false })
  const config = resolveConfig({
    projectId: 'test',
    id,
    networks: [bitcoinNetwork, stacksNetwork],
    adapters: [bitcoin(), stacks()],
    storage: createMemoryStorage(),
  })
  const discovery = await startDiscovery(config)
  stopDiscovery = discovery.stop
  runtime = createRuntime({ config, facts: createFacts(), discovery })
})

afterEach(() => {
  runtime.destroy()
  stopDiscovery()
  wallet.stop()
  document.body.replaceChildren()
})

const addresses = () => {
  const { bip122, stacks } = runtime.getState().accounts
  return [bip122?.address, stacks?.address]
}

test('one press connects both, and one disconnect ends both', async () => {
  runtime.open()
  const [row] = await until(() => (rows().length > 0 ? rows() : undefined))
  expect(rows()).toHaveLength(1)
  row?.click()
  await eventually(addresses).toEqual([btc, first.address])
  expect(runtime.getState().connections).toHaveLength(1)
  const answered = wallet.control.requests.filter(({ status }) => status === 'answered')
  expect(answered.map(({ method }) => method)).toEqual(['getAddresses'])
  await runtime.engine.disconnect({ namespace: 'stacks' })
  await eventually(addresses).toEqual([undefined, undefined])
})

test('opened for stacks it connects stacks alone', async () => {
  runtime.open({ namespace: 'stacks' })
  const [row] = await until(() => (rows().length > 0 ? rows() : undefined))
  row?.click()
  await eventually(addresses).toEqual([undefined, first.address])
})
