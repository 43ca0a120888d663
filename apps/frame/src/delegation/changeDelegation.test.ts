import { delegatedContracts } from 'latchkey/services'
import { keccak256, parseTransaction, recoverTransactionAddress } from 'viem'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  startTestChain,
  type TestChain,
} from '../../../../packages/latchkey/src/chains/conformance/startTestChain.ts'
import type { ProviderDeps } from '../provider/deps.ts'
import type { LoggedIn } from '../provider/loggedIn.ts'
import { createNodes } from '../provider/nodes.ts'
import { addresses, carrying, entropy } from '../provider/operation/operation.fixture.ts'
import { changeDelegation, prepareChange } from './changeDelegation.ts'
import { listDelegations } from './listDelegations.ts'

const own = addresses.eip155
const ownCode = `0xef0100${delegatedContracts.account.slice(2).toLowerCase()}`
const foreign = '0x1111111111111111111111111111111111111111'
const signal = () => AbortSignal.timeout(20_000)

let chain: TestChain
beforeAll(async () => {
  chain = await startTestChain({ chainId: 7121 })
})
afterAll(() => chain?.node.stop())
beforeEach(async () => {
  await chain.client.setBalance({ address: own, value: 10n ** 18n })
  await chain.client.setCode({ address: own, bytecode: '0x' })
})

const told: string[] = []
const login = {
  account: 'ada',
  addresses,
  isLocked: async () => false,
  touch: async () => {},
  async withKey(_request, use, signed) {
    told.push(signed?.is ?? '')
    return use(entropy.slice(), addresses)
  },
} satisfies LoggedIn

/** The frame on a real chain; every transaction that it sends goes through `raw`. */
function depsOf(raw: string[] = [], change: Partial<ProviderDeps> = {}): ProviderDeps {
  const nodes = createNodes({
    services: chain.node.rpcUrl,
    projectId: 'shop',
    fetch: (_url, options) => fetch(chain.node.rpcUrl, options),
    wait: async () => {},
  })
  let now = 0
  return {
    host: 'https://shop.example',
    nodes: network => async (method, params, signal) => {
      if (method === 'eth_sendRawTransaction') raw.push(String((params as readonly unknown[])[0]))
      return nodes(network)(method, params, signal)
    },
    networks: () => [carrying],
    smartNetworks: async () => [{ chainId: carrying, safe: false, delegation: true }],
    clock: {
      now: () => now,
      wait: async milliseconds => {
        now += milliseconds
      },
      after: () => () => {},
    },
    locks: {
      request: (async (_name: string, work: () => Promise<unknown>) => work()) as LockManager['request'],
    },
    ...change,
  } as ProviderDeps
}

const codeOf = () => chain.client.getCode({ address: own })
const listed = async (deps: ProviderDeps) =>
  (await listDelegations(deps, own, signal())).map(({ delegation }) => delegation)

test('the account delegates itself and undoes that, each by a transaction of its own that it can pay for', async () => {
  const raw: string[] = []
  const deps = depsOf(raw)
  told.length = 0
  expect(await listed(deps)).toEqual([{ at: 'none' }])
  for (const to of ['own', 'none', 'own'] as const) {
    const change = await prepareChange(deps, login, { chainId: carrying, to }, signal())
    if (change.paid !== 'account') throw new Error(change.paid)
    const before = await chain.client.getBalance({ address: own })
    await changeDelegation(deps, login, change)
    expect(before - (await chain.client.getBalance({ address: own }))).toBeLessThanOrEqual(change.fee.most)
    expect(await codeOf()).toBe(to === 'own' ? ownCode : undefined)
    expect(await listed(deps)).toEqual([{ at: to }])
  }
  for (const each of raw as `0x04${string}`[]) {
    const { type, chainId, to, value, authorizationList, nonce } = parseTransaction(each)
    expect([type, chainId, to?.toLowerCase(), value]).toEqual(['eip7702', 7121, own.toLowerCase(), undefined])
    expect(authorizationList).toMatchObject([{ chainId: 7121, nonce: (nonce ?? 0) + 1 }])
    expect(await recoverTransactionAddress({ serializedTransaction: each })).toBe(own)
    const receipt = await chain.client.getTransactionReceipt({ hash: keccak256(each) })
    expect(receipt.status).toBe('success')
  }
  expect(told).toEqual(raw.flatMap(() => ['authorization', 'transaction']))
})

test('another wallet’s contract is shown with its address, and taken away', async () => {
  await chain.client.setCode({ address: own, bytecode: `0xef0100${foreign.slice(2)}` })
  // The services need not carry the network for that.
  const deps = depsOf([], { smartNetworks: async () => [] })
  expect(await listed(deps)).toEqual([{ at: 'other', to: foreign }])
  const change = await prepareChange(deps, login, { chainId: carrying, to: 'none' }, signal())
  await changeDelegation(deps, login, change)
  expect(await codeOf()).toBeUndefined()
  expect(await listed(deps)).toEqual([])
})

test('an account that cannot pay signs nothing: its lack is known before', async () => {
  await chain.client.setBalance({ address: own, value: 1n })
  const change = await prepareChange(depsOf(), login, { chainId: carrying, to: 'none' }, signal())
  expect(change).toMatchObject({ paid: 'account', isShort: true })
})

test('a sponsor that does not pay leaves the fee to the account', async () => {
  const deps = depsOf([], { paymasters: () => Promise.reject(new Error('budget')) })
  const asked = { chainId: carrying, to: 'own', sponsor: { name: 'Shop' } } as const
  expect(await prepareChange(deps, login, asked, signal())).toMatchObject({ paid: 'account' })
})

test('a transaction that changes no code is not taken for done', async () => {
  // Nodes that take it and never show it.
  const real = depsOf().nodes(carrying)
  const deps = depsOf([], {
    nodes: () => async (method, params, given) =>
      method === 'eth_sendRawTransaction' ? `0x${'7e'.repeat(32)}` : real(method, params, given),
  })
  const change = await prepareChange(deps, login, { chainId: carrying, to: 'own' }, signal())
  await expect(changeDelegation(deps, login, change)).rejects.toMatchObject({ code: 'SEND_UNKNOWN' })
  expect(await codeOf()).toBeUndefined()
})
