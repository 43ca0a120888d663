/** The adapter against a wallet that was written apart from it, with real keys (DECISIONS D8). */
import {
  announceHostile,
  createSimulatedWallet,
  hostileAnnouncements,
  malformedNames,
  type SimulatedWalletOptions,
  testAccounts,
  thrownNames,
} from '@latchkey/testing'
import { recoverMessageAddress } from 'viem'
import { expect, test } from 'vitest'
import type { ProviderChange } from '../../contract/adapter.ts'
import { isLatchkeyError } from '../../contract/error.ts'
import { toNetwork } from '../../contract/network.ts'
import type { DiscoveredWallet } from '../../contract/wallet.ts'
import { createEvmAdapter } from './createEvmAdapter.ts'
import { discoverEvm } from './discoverEvm.ts'

const [one, two] = [31337, 31338].map(id =>
  toNetwork({
    id,
    name: `Latchkey ${id}`,
    nativeCurrency: { name: 'Ether', decimals: 18, symbol: 'ETH' },
    rpcUrls: { default: { http: ['http://127.0.0.1:8545'] } },
  }),
)
if (!one || !two) throw new Error('two networks are needed')

const first = testAccounts[0]?.address
const connecting = { silent: false, networks: [one, two], signal: new AbortController().signal }

function simulate(options: Partial<SimulatedWalletOptions> = {}) {
  const wallet = createSimulatedWallet({
    name: 'Simulated',
    rdns: 'com.example.simulated',
    chains: [{ id: 31337 }],
    memory: false,
    origin: 'https://host.example',
    target: new EventTarget(),
    announce: 'manual',
    accounts: 1,
    ...options,
  })
  return { wallet, adapter: createEvmAdapter() }
}

test.each(['lower', 'checksum'] as const)(
  'connects a wallet that writes addresses in %s letters',
  async addressCase => {
    const { wallet, adapter } = simulate({ addressCase })
    expect(await adapter.connect(wallet.provider, { ...connecting, silent: true })).toBeUndefined()
    expect(await adapter.connect(wallet.provider, connecting)).toEqual({
      caipNetworkId: 'eip155:31337',
      accounts: [{ caip10: `eip155:31337:${first}`, type: 'eoa' }],
    })
    const again = await adapter.connect(wallet.provider, { ...connecting, silent: true })
    expect(again?.accounts[0]?.caip10).toBe(`eip155:31337:${first}`)
  },
)

test('adds a network the wallet does not know and moves there', async () => {
  const post = async (_url: string, body: string) =>
    JSON.stringify({ jsonrpc: '2.0', id: JSON.parse(body).id, result: '0x7a6a' })
  const { wallet, adapter } = simulate({ switchOnAdd: false, post })
  await adapter.connect(wallet.provider, connecting)
  const changes: ProviderChange[] = []
  adapter.watch(wallet.provider, change => changes.push(change))
  expect(await adapter.abilities(wallet.provider).switchNetwork?.(two)).toBe('eip155:31338')
  expect(changes).toContainEqual({ type: 'network', caipNetworkId: 'eip155:31338' })
})

test('signs a message that viem recovers', async () => {
  const { wallet, adapter } = simulate()
  const state = await adapter.connect(wallet.provider, connecting)
  const account = state?.accounts[0]?.caip10 ?? 'eip155:31337:0x'
  const message = 'host.example wants you to sign in 🔑'
  const signature = await adapter.abilities(wallet.provider).signMessage?.({ account, message })
  expect(await recoverMessageAddress({ message, signature: signature as `0x${string}` })).toBe(first)
})

test('the wallet forgets the page when `disconnect` revokes', async () => {
  const { wallet, adapter } = simulate()
  await adapter.connect(wallet.provider, connecting)
  await adapter.abilities(wallet.provider).disconnect?.({ revoke: true })
  expect(await adapter.connect(wallet.provider, { ...connecting, silent: true })).toBeUndefined()
})

test.each(
  malformedNames.flatMap(name =>
    ['eth_requestAccounts', 'eth_chainId'].map(method => [method, name] as const),
  ),
)('%s answered with garbage (%s) is an account that makes sense, or an error of ours', async (method, as) => {
  const { wallet, adapter } = simulate({ script: { [method]: { kind: 'malformed', as } } })
  const outcome = await adapter.connect(wallet.provider, connecting).catch((error: unknown) => error)
  if (isLatchkeyError(outcome)) expect(outcome.code).toBe('WALLET_BAD_ANSWER')
  else {
    expect(outcome).toMatchObject({
      caipNetworkId: expect.stringMatching(/^eip155:[1-9]\d*$/),
      accounts: [{ caip10: expect.stringMatching(/^eip155:[1-9]\d*:0x[0-9a-fA-F]{40}$/) }],
    })
  }
})

test.each(thrownNames)('a wallet that throws (%s) is an error of ours', async how => {
  const { wallet, adapter } = simulate({ script: { '*': { kind: 'throw', how } } })
  const outcome = await adapter.connect(wallet.provider, connecting).catch((error: unknown) => error)
  expect(outcome).toMatchObject({
    name: 'LatchkeyError',
    code: expect.stringMatching(/^(CONNECT_FAILED|CONNECTION_REJECTED)$/),
    message: expect.stringMatching(/^(Failed to connect|Connection rejected)$/),
  })
})

test.each([
  ['refuses', 'reject', 'CONNECTION_REJECTED'],
  ['loses its node', 'disconnect', 'CONNECT_FAILED'],
] as const)('a wallet that %s', async (_name, outcome, code) => {
  const { wallet, adapter } = simulate({ script: { eth_requestAccounts: outcome } })
  await expect(adapter.connect(wallet.provider, connecting)).rejects.toMatchObject({ code })
})

test.each(hostileAnnouncements().map(({ id, why }) => [id, why]))(
  'T21 survives the announcement %s: %s',
  id => {
    const document = Object.assign(new EventTarget(), { readyState: 'complete' })
    const page = Object.assign(new EventTarget(), { document })
    const found: DiscoveredWallet[] = []
    const stop = discoverEvm(page as unknown as Window, { announced: true, injected: false }, one =>
      found.push(one),
    )
    const silence = announceHostile({ ids: [id], target: page })
    page.dispatchEvent(new Event('eip6963:requestProvider'))
    stop()
    silence()

    expect(found.length).toBeLessThanOrEqual(100)
    expect(new Set(found.map(wallet => wallet.key)).size).toBe(found.length)
    for (const { info } of found) {
      expect([...info.name].length).toBeGreaterThan(0)
      expect([...info.name].length).toBeLessThanOrEqual(40)
      expect(info.name).not.toMatch(/[\p{C}\p{DI}]/u)
      expect(info.icon ?? 'data:image/png;').toMatch(/^data:image\/(svg\+xml|png|webp|gif|jpeg)[;,]/)
      expect(info.icon?.length ?? 0).toBeLessThanOrEqual(65_536)
      expect(info.rdns ?? 'a.b').toMatch(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/)
    }
  },
)

test('T21 two wallets that claim one rdns are both reported', () => {
  const page = Object.assign(new EventTarget(), {
    document: Object.assign(new EventTarget(), { readyState: '' }),
  })
  const found: DiscoveredWallet[] = []
  discoverEvm(page as unknown as Window, { announced: true, injected: false }, one => found.push(one))
  announceHostile({ ids: ['stolenRdns'], target: page })
  expect(found.map(wallet => wallet.info.rdns)).toEqual(['io.metamask', 'io.metamask'])
})
