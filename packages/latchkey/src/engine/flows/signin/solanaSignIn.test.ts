/** Signing in on Solana, from the engine through a simulated wallet to the server that a host mounts. */
import {
  createSimulatedSolanaWallet,
  type SimulatedSolanaOptions,
  solanaTestAccounts,
} from '@latchkey/testing'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { DiscoveredWallet } from '../../../contract/wallet.ts'
import { createVisitor } from '../../../server/conformance/createVisitor.ts'
import { createSignIn } from '../../../server/createSignIn.ts'
import { createBackendSiwx } from '../../../siwx/createBackendSiwx.ts'
import { solana } from '../../../solana.ts'
import { resolveConfig } from '../../base/config.ts'
import { createFacts } from '../../base/facts.ts'
import { createMemoryStorage } from '../../base/pageStorage.ts'
import { createEngine } from '../../createEngine.ts'

const origin = 'https://shop.example:8443'
const own = 'solana:9Zw6HVRkNu8Bw6F8PuTR8UykxjYhoBHu'
const address = solanaTestAccounts[0]?.address

beforeEach(() => {
  vi.stubGlobal('location', new URL(`${origin}/basket`))
})
afterEach(() => {
  vi.unstubAllGlobals()
})

async function setUp(options: Partial<SimulatedSolanaOptions> = {}) {
  const server = createSignIn({
    secret: 'a-secret-of-more-than-thirty-two-characters',
    origins: [origin],
    chains: { [own]: [] },
    acceptTransactions: true,
  })
  const visitor = createVisitor({ origin, url: `${origin}/auth`, ask: request => server.handle(request) })
  const siwx = createBackendSiwx({
    url: '/auth',
    fetch: async (input, init) =>
      visitor.call(
        init?.method ?? 'GET',
        String(input).replace('/auth/', ''),
        init?.body ? JSON.parse(String(init.body)) : undefined,
      ),
  })
  const simulated = createSimulatedSolanaWallet({
    name: 'Violet Wallet',
    target: new EventTarget(),
    memory: false,
    origin,
    accounts: 1,
    ...options,
  })
  const engine = createEngine({
    config: resolveConfig({
      projectId: 'test',
      networks: [
        {
          chainNamespace: 'solana',
          caipNetworkId: own,
          id: own.slice(7),
          name: 'Dogwood',
          nativeCurrency: { name: 'Sol', decimals: 9, symbol: 'SOL' },
          rpcUrls: { default: { http: ['https://rpc.example'] } },
        },
      ],
      adapters: [solana()],
      storage: createMemoryStorage(),
      siwx,
      signInByTransaction: true,
    }),
    facts: createFacts(),
    notify: () => undefined,
  })
  onTestFinished(() => simulated.stop())
  const wallet: DiscoveredWallet = {
    key: 'violet',
    namespace: 'solana',
    source: 'announced',
    info: { name: 'Violet Wallet', icon: '' },
    provider: simulated.standard,
  }
  await engine.connect({ wallet, walletId: 'name:violet' })
  const signIn = await engine.signIn()
  const at = () => signIn.machine.getState().at
  return {
    signIn,
    at,
    async settle() {
      await signIn.check()
      await vi.waitFor(() => expect(['ready', 'signedIn']).toContain(at()))
    },
    async sign(byTransaction: boolean) {
      signIn.sign({ byTransaction })
      await vi.waitFor(() => expect(['ready', 'signedIn']).toContain(at()))
    },
    sessions: async () =>
      (await server.getSessions({ headers: { cookie: visitor.cookieHeader() } })).map(
        session => `${session.chainId}:${session.address}`,
      ),
  }
}
const session = `${own}:${address}`
const device = { features: ['solana:signTransaction'] } as const

describe('signing in on Solana', () => {
  test('by a message', async () => {
    const { settle, sign, sessions, signIn, at } = await setUp({ features: ['solana:signMessage'] })
    await settle()
    expect(signIn.offersTransaction()).toBe(false)
    await sign(false)
    expect([at(), await sessions()]).toEqual(['signedIn', [session]])
    await signIn.signOut()
    expect(await sessions()).toEqual([])
  })

  test('by a transaction that is never sent, with a device that signs no messages', async () => {
    const { settle, sign, sessions, signIn, at } = await setUp(device)
    await settle()
    expect(signIn.offersTransaction()).toBe(true)
    await sign(false)
    expect(signIn.machine.getState()).toMatchObject({ at: 'ready', failure: 'unable' })
    await sign(true)
    expect([at(), await sessions()]).toEqual(['signedIn', [session]])
  })

  test('a wallet that finds fault with the text refuses it, not its visitor', async () => {
    const { settle, sign, sessions, signIn } = await setUp({
      features: ['solana:signMessage'],
      origin: 'https://shop.example',
    })
    await settle()
    await sign(false)
    expect(signIn.machine.getState()).toMatchObject({ at: 'ready', failure: 'unfit' })
    expect(await sessions()).toEqual([])
  })
})
