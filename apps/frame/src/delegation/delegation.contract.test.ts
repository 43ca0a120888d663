import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CaipNetworkId } from 'latchkey/contract'
import { delegatedContracts } from 'latchkey/services'
import { createTestClient, encodeFunctionData, http, parseAbi, parseEther, publicActions } from 'viem'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Devstack, startDevstack } from '../../../devstack/src/stack/startDevstack.ts'
import { randomBytes } from '../keys/bytes.ts'
import { addressesOf } from '../keys/derive/addressesOf.ts'
import { keptTypes } from '../login/accountTypes.ts'
import { createSmartNetworks } from '../provider/createSmartNetworks.ts'
import type { ProviderDeps } from '../provider/deps.ts'
import { createNodes } from '../provider/nodes.ts'
import { openOperationWorld } from '../provider/operation/operation.fixture.ts'
import { createPaymasters } from '../provider/operation/paymasters.ts'
import { changeDelegation, prepareChange } from './changeDelegation.ts'
import { listDelegations } from './listDelegations.ts'

/** Delegating over a real chain, bundler and paymaster, by the services: what a frame does, with a scripted visitor. */
const folder = mkdtempSync(join(tmpdir(), 'latchkey-delegation-'))
let stack: Devstack
beforeAll(async () => {
  stack = await startDevstack({ port: 0, automine: true, data: folder, parts: ['services', 'bundler'] })
  expect(await stack.bundler?.settled).toBe('running')
})
afterAll(async () => {
  await stack?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const sink = '0x00000000000000000000000000000000000b0b00'
const ownCode = `0xef0100${delegatedContracts.account.slice(2).toLowerCase()}`
const erc20 = parseAbi([
  'function approve(address spender, uint256 amount) returns (bool)',
  'function allowance(address owner, address spender) view returns (uint256)',
])
const carrying = (): CaipNetworkId =>
  (stack.description.chains[0]?.caipNetworkId ?? 'eip155:0') as CaipNetworkId
const client = () =>
  createTestClient({
    mode: 'anvil',
    transport: http(stack.description.chains[0]?.rpcUrls.default.http[0]),
  }).extend(publicActions)
const signal = () => AbortSignal.timeout(30_000)

/** A new visitor who uses the plain account, which holds nothing. */
async function open() {
  const key = randomBytes(32)
  const addresses = await addressesOf(key)
  const asked = {
    services: stack.description.services,
    projectId: 'latchkey-dev-login',
    fetch: ((url: string, init?: RequestInit) =>
      fetch(url, {
        ...init,
        headers: { ...init?.headers, origin: stack.description.frame },
      })) as typeof fetch,
  }
  const wait = (milliseconds: number) => new Promise<void>(resolve => setTimeout(resolve, milliseconds))
  const login = {
    account: 'ada',
    addresses,
    isLocked: async () => false,
    touch: async () => {},
    withKey: <T>(_request: string, use: (entropy: Uint8Array, known: typeof addresses) => Promise<T>) =>
      use(key.slice(), addresses),
  }
  const read = createSmartNetworks({ ...asked, now: () => performance.now() })
  await vi.waitUntil(async () => (await read()).some(each => each.delegation), {
    timeout: 30_000,
    interval: 500,
  })
  const change = {
    host: 'https://shop.example',
    login: async () => login,
    nodes: createNodes({ ...asked, wait }),
    smartNetworks: read,
    paymasters: createPaymasters(asked),
    networks: () => [carrying()],
    clock: { now: () => performance.now(), wait, after: () => () => {} },
  } satisfies Partial<ProviderDeps>
  const world = openOperationWorld(change)
  await world.store.remove(keptTypes)
  const { locks } = {
    locks: {
      request: (async (_name: string, work: () => Promise<unknown>) => work()) as LockManager['request'],
    },
  }
  const deps = { ...change, store: world.store, locks } as unknown as ProviderDeps
  const address = addresses.eip155
  const ask = (method: string, params: readonly unknown[]) => world.ask(method, params, carrying())
  return {
    address,
    code: () => client().getCode({ address }),
    ask,
    async change(to: 'own' | 'none') {
      const [listed] = await listDelegations(deps, address, signal())
      const asked = { chainId: carrying(), to, sponsor: listed?.sponsor }
      const prepared = await prepareChange(deps, login, asked, signal())
      if (prepared.paid === 'account' && prepared.isShort) return 'short'
      await changeDelegation(deps, login, prepared)
      return prepared.paid
    },
    async send(amount: bigint) {
      const data = encodeFunctionData({ abi: erc20, functionName: 'approve', args: [sink, amount] })
      const calls = [
        { to: stack.description.contracts.usdc, data },
        { to: stack.description.contracts.dai, data },
      ]
      const chainId = `0x${stack.description.chains[0]?.id.toString(16)}`
      const at = world.shown.length
      const answer = ask('wallet_sendCalls', [{ version: '2.0.0', chainId, atomicRequired: true, calls }])
      await vi.waitUntil(() => world.shown[at]?.approval.progress().at === 'known', { timeout: 20_000 })
      expect(world.shown[at]?.approval.progress().operation?.sponsor).toMatchObject({ name: 'Latchkey Demo' })
      await world.shown[at]?.approval.approve()
      const { id } = (await answer) as { readonly id: string }
      return vi.waitUntil(
        async () => {
          const said = (await ask('wallet_getCallsStatus', [id])) as { readonly status: number }
          return said.status === 100 ? undefined : said
        },
        { timeout: 30_000, interval: 300 },
      )
    },
    allowance: (token: 'usdc' | 'dai') =>
      client().readContract({
        address: stack.description.contracts[token],
        abi: erc20,
        functionName: 'allowance',
        args: [address, sink],
      }),
    abilities: async () => {
      const all = (await ask('wallet_getCapabilities', [address])) as Record<string, { atomic: unknown }>
      return Object.values(all)[0]?.atomic
    },
  }
}

test('one sponsored operation delegates an account that holds nothing and does its calls; the next one only does them', async () => {
  const visitor = await open()
  expect(await visitor.abilities()).toEqual({ status: 'ready' })
  for (const amount of [3n, 4n]) {
    expect(await visitor.send(amount)).toMatchObject({ status: 200, atomic: true })
    expect([await visitor.allowance('usdc'), await visitor.allowance('dai')]).toEqual([amount, amount])
    expect(await visitor.code()).toBe(ownCode)
    expect(await visitor.abilities()).toEqual({ status: 'supported' })
  }
  expect(await client().getBalance({ address: visitor.address })).toBe(0n)
})

test('the settings delegate it at the project’s cost and undo it at its own, as the chain says', async () => {
  const visitor = await open()
  expect(await visitor.change('own')).toBe('sponsor')
  expect(await visitor.code()).toBe(ownCode)
  expect(await visitor.change('none')).toBe('short')
  expect(await visitor.code()).toBe(ownCode)
  await client().setBalance({ address: visitor.address, value: parseEther('1') })
  expect(await visitor.change('none')).toBe('account')
  expect(await visitor.code()).toBeUndefined()
  expect(await visitor.abilities()).toEqual({ status: 'ready' })
  // And once more: its numbers have gone on.
  expect(await visitor.send(5n)).toMatchObject({ status: 200 })
  expect(await visitor.code()).toBe(ownCode)
})
