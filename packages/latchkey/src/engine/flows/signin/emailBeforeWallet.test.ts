/** T111 A project that wants an address first is not passed by because its flags are late: no wallet signs as it connects meanwhile. */
import { createSimulatedSolanaWallet, createSimulatedWallet } from '@latchkey/testing'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { DiscoveredWallet } from '../../../contract/wallet.ts'
import { evm } from '../../../evm.ts'
import { solana } from '../../../solana.ts'
import { createFakeSiwx } from '../../../widget/fixtures/fakeSiwx.ts'
import type { Api } from '../../base/api.ts'
import { resolveConfig } from '../../base/config.ts'
import { createFacts } from '../../base/facts.ts'
import { createMemoryStorage } from '../../base/pageStorage.ts'
import { createEngine } from '../../createEngine.ts'
import { createFakeClock } from '../../fixtures/createFakeClock.ts'

const origin = 'https://gallery.example'
const network = (caipNetworkId: string) => {
  const [chainNamespace = '', id = ''] = caipNetworkId.split(':')
  return {
    chainNamespace,
    caipNetworkId,
    id: chainNamespace === 'eip155' ? Number(id) : id,
    name: 'A chain',
    nativeCurrency: { name: 'Coin', decimals: 18, symbol: 'COIN' },
    rpcUrls: { default: { http: ['https://rpc.example'] } },
  } as never
}

/** A promise that is resolved from outside. */
function createLater<T>() {
  let resolve: (value: T) => void = () => undefined
  const promise = new Promise<T>(done => {
    resolve = done
  })
  return { promise, resolve: (value: T) => resolve(value) }
}

/** A wallet of each kind that signs in as it connects, and the method with which it does. */
const wallets = {
  eip155: () => {
    const { provider, control } = createSimulatedWallet({
      name: 'Simulated',
      rdns: 'com.example.simulated',
      chains: [{ id: 31337 }],
      memory: false,
      origin,
      target: new EventTarget(),
      announce: 'manual',
      accounts: 1,
      signsOnConnect: 'always',
    })
    return { provider, control, network: network('eip155:31337'), method: 'wallet_connect' }
  },
  solana: () => {
    const { standard, control } = createSimulatedSolanaWallet({
      name: 'Simulated',
      accounts: 1,
      chains: [{ id: 'solana:mainnet' }],
      memory: false,
      origin,
      target: new EventTarget(),
      announce: 'manual',
      // Such wallets refuse a text of another day.
      clock: { ...createFakeClock(Date.parse('2026-01-01T00:00:00.000Z')), after: () => () => undefined },
    })
    return {
      provider: standard,
      control,
      network: network('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'),
      method: 'solana:signIn',
    }
  },
} as const

describe.each(Object.keys(wallets) as (keyof typeof wallets)[])('a wallet of %s', namespace => {
  function open() {
    const wallet = wallets[namespace]()
    const flags = createLater<unknown>()
    const asked = createLater<void>()
    const clock = createFakeClock()
    const siwx = createFakeSiwx()
    const engine = createEngine({
      config: resolveConfig({
        projectId: 'test',
        networks: [wallet.network],
        adapters: [evm(), solana()],
        storage: createMemoryStorage(),
        siwx,
        endpoints: { api: 'https://api.example', directory: 'https://directory.example' },
      }),
      api: {
        call: () => {
          asked.resolve()
          return flags.promise
        },
      } as unknown as Api,
      facts: createFacts(),
      notify: () => undefined,
      clock,
    })
    onTestFinished(() => engine.destroy())
    return {
      clock,
      siwx,
      /** The services are asked for the flags. */
      asked: asked.promise,
      answer: (isWanted: boolean) =>
        flags.resolve({ features: [{ id: 'email_capture', isEnabled: isWanted, config: null }] }),
      connect: () =>
        engine.connect({
          wallet: {
            key: 'one',
            namespace,
            source: 'announced',
            info: { name: 'Simulated' },
            provider: wallet.provider,
          } as DiscoveredWallet,
          walletId: 'rdns:com.example.simulated',
        }),
      signed: () => wallet.control.requests.some(({ method }) => method === wallet.method),
      async next() {
        const signIn = await engine.signIn()
        await signIn.check()
        return signIn.machine.getState().at
      },
    }
  }

  test('waits for the flags, and then for the address', async () => {
    const { connect, asked, answer, signed, siwx, next } = open()
    const connecting = connect()
    await Promise.race([asked, connecting])
    expect(signed()).toBe(false)
    answer(true)
    await connecting
    expect([signed(), siwx.kept]).toEqual([false, []])
    expect(await next()).toBe('email')
  })

  test('signs in with the one approval once the flags say that no address is wanted', async () => {
    const { connect, asked, answer, signed, siwx } = open()
    const connecting = connect()
    await Promise.race([asked, connecting])
    answer(false)
    await connecting
    expect([signed(), siwx.kept.length]).toEqual([true, 1])
  })

  test('is asked for accounts alone where the flags do not come', async () => {
    const { connect, asked, clock, signed, siwx } = open()
    const connecting = connect()
    await Promise.race([asked, connecting])
    clock.advance(1_500)
    await connecting
    expect([signed(), siwx.kept]).toEqual([false, []])
  })
})
