/** What wallets of Wallet Standard were seen to do (reference namespaces §3). */
import { createSimulatedSolanaWallet, type SimulatedSolanaOptions, testAddresses } from '@latchkey/testing'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { ProviderChange } from '../../contract/adapter.ts'
import { parseBase58 } from '../../contract/base58.ts'
import { addressOf } from '../../contract/caip.ts'
import { toNetwork } from '../../contract/network.ts'
import { solana } from '../../contract/networks/solana.ts'
import { createSolanaAdapter } from './createSolanaAdapter.ts'

const networks = [toNetwork(solana)]
const { signal } = new AbortController()
const [first = '', second = '', third = ''] = testAddresses

const timers: AbortController[] = []
afterEach(() => {
  vi.restoreAllMocks()
  timers.length = 0
})

/** Time that passes when a test says so. */
function holdTime() {
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
    const timer = new AbortController()
    timers.push(timer)
    return timer.signal
  })
  return () => {
    for (const timer of timers.splice(0)) timer.abort()
  }
}

function follow(provider: unknown) {
  const adapter = createSolanaAdapter()
  const changes: ProviderChange[] = []
  return {
    adapter,
    connect: (silent = false) => adapter.connect(provider, { silent, networks, signal }),
    watch: () => adapter.watch(provider, change => changes.push(change)),
    told: () =>
      changes.map(change =>
        change.type === 'accounts' ? change.accounts.map(({ caip10 }) => addressOf(caip10)) : change.type,
      ),
  }
}

function simulate(options: Partial<SimulatedSolanaOptions> = {}) {
  const { control, standard } = createSimulatedSolanaWallet({
    name: 'Trap',
    target: new EventTarget(),
    announce: 'manual',
    memory: false,
    chains: [{ id: 'solana:mainnet' }],
    ...options,
  })
  return { control, provider: standard, ...follow(standard) }
}

function accountOf(address: string, fields: object = {}) {
  const features = ['solana:signMessage']
  return { address, publicKey: parseBase58(address, 32), chains: ['solana:mainnet'], features, ...fields }
}

/** A wallet made by hand: its list of accounts, and what connecting answers. */
function wallet(connect: (input?: { silent?: boolean }) => unknown, fields: object = {}) {
  const listeners = new Set<(change: unknown) => void>()
  const provider = {
    version: '1.0.0',
    name: 'Hand',
    chains: ['solana:mainnet'],
    accounts: [] as unknown[],
    features: {
      'standard:connect': { connect },
      'standard:events': {
        on: (_event: string, listener: (change: unknown) => void) => {
          listeners.add(listener)
          return () => listeners.delete(listener)
        },
      },
    } as Record<string, unknown>,
    ...fields,
  }
  const emit = (change: unknown) => {
    for (const listener of listeners) listener(change)
  }
  return { provider, emit, listeners, ...follow(provider) }
}

describe('changes', () => {
  test('what a wallet tells twice is one change, and what connecting answered is none', async () => {
    const { control, connect, watch, told } = simulate({ script: { 'standard:connect': 'twice' } })
    watch()
    await connect()
    expect(told()).toEqual([])
    control.setAccounts([1])
    control.emit('change', { accounts: [accountOf(second)] })
    control.emit('change', { accounts: [accountOf(second), accountOf(second)] })
    expect(told()).toEqual([[second]])
  })

  test('an account that the page may not see yet is asked for before that counts as the end', async () => {
    const silent: unknown[] = []
    const hand = wallet(input => {
      if (input?.silent) silent.push(input)
      return { accounts: [accountOf(input?.silent ? second : first)] }
    })
    await hand.connect()
    hand.watch()
    hand.emit({ accounts: [] })
    hand.emit({ accounts: [] })
    await expect.poll(hand.told).toEqual([[second]])
    expect(silent).toHaveLength(1)
  })

  test('asked in vain it is the end, once', async () => {
    const hand = wallet(input => ({ accounts: input?.silent ? [] : [accountOf(first)] }))
    await hand.connect()
    hand.watch()
    hand.emit({ accounts: [] })
    await expect.poll(hand.told).toEqual(['disconnected'])
  })

  test('a wallet that fails, or never answers, is not waited for without end', async () => {
    const pass = holdTime()
    for (const answer of [() => Promise.reject(new Error('gone')), () => new Promise(() => undefined)]) {
      const hand = wallet(input => (input?.silent ? answer() : { accounts: [accountOf(first)] }))
      await hand.connect()
      hand.watch()
      hand.emit({ accounts: [] })
      await vi.waitFor(() => {
        pass()
        expect(hand.told()).toEqual(['disconnected'])
      })
    }
  })

  test('one that gives and takes by turns is asked once, not for ever', async () => {
    const hand = wallet(() => ({ accounts: [accountOf(first)] }))
    await hand.connect()
    hand.watch()
    hand.emit({ accounts: [] })
    await new Promise(resolve => setImmediate(resolve))
    hand.emit({ accounts: [] })
    await expect.poll(hand.told).toEqual(['disconnected'])
  })

  test('an event that says more meanwhile is believed, not the answer', async () => {
    let resolve: (value: unknown) => void = () => undefined
    const promise = new Promise<unknown>(settle => {
      resolve = settle
    })
    const hand = wallet(input => (input?.silent ? promise : { accounts: [accountOf(first)] }))
    await hand.connect()
    hand.watch()
    hand.emit({ accounts: [] })
    hand.emit({ accounts: [accountOf(third)] })
    resolve({ accounts: [] })
    await promise
    await new Promise(done => setImmediate(done))
    expect(hand.told()).toEqual([[third]])
  })

  test('a wallet that goes on calling after the stop is not heard', async () => {
    const hand = wallet(() => ({ accounts: [accountOf(first)] }))
    await hand.connect()
    const listeners = [...hand.listeners]
    const stop = hand.watch()
    const mine = [...hand.listeners].filter(each => !listeners.includes(each))
    stop()
    stop()
    for (const listener of mine) listener({ accounts: [accountOf(second)] })
    expect(hand.told()).toEqual([])
  })

  test('one without events, or whose events throw, is watched all the same', async () => {
    const features = {
      'standard:connect': { connect: () => ({ accounts: [accountOf(first)] }) },
      'standard:events': {
        on: () => {
          throw new Error('no events')
        },
      },
    }
    const hand = wallet(() => undefined, { features })
    await hand.connect()
    expect(() => hand.watch()()).not.toThrow()
  })
})

describe('connecting', () => {
  test('features are read when they are there: one that comes with the account is an ability', async () => {
    const { adapter, provider, connect } = simulate({ features: [], lateFeatures: ['solana:signMessage'] })
    expect(adapter.abilities(provider).signMessage).toBeUndefined()
    await connect()
    expect(adapter.abilities(provider).signMessage).toBeDefined()
  })

  test('abilities follow the features of a wallet that is connected already', async () => {
    const hand = wallet(() => ({ accounts: [accountOf(first)] }))
    await hand.connect()
    const abilities = hand.adapter.abilities(hand.provider)
    expect([abilities.signMessage, abilities.transfer]).toEqual([undefined, undefined])
    const features = ['solana:signMessage', 'solana:signTransaction']
    hand.provider.accounts = [accountOf(first, { features })]
    hand.provider.features['solana:signMessage'] = { signMessage: async () => [] }
    hand.provider.features['solana:signTransaction'] = { signTransaction: async () => [] }
    const names = ['signMessage', 'signMessageByTransaction', 'transfer'] as const
    for (const name of names) expect(abilities[name]).toBeTypeOf('function')
    hand.provider.accounts = [accountOf(first, { features: [] })]
    for (const name of names) expect(abilities[name]).toBeUndefined()
  })

  test('what the account does not list is none, though the wallet has it', async () => {
    const hand = wallet(() => ({ accounts: hand.provider.accounts }))
    hand.provider.features['solana:signMessage'] = { signMessage: async () => [] }
    hand.provider.accounts = [accountOf(first, { features: [] })]
    await hand.connect()
    expect(hand.adapter.abilities(hand.provider).signMessage).toBeUndefined()
    hand.provider.accounts = [accountOf(first)]
    expect(hand.adapter.abilities(hand.provider).signMessage).toBeDefined()
  })

  test('an empty answer is asked again once', async () => {
    const answers = [[], [accountOf(first)]]
    const hand = wallet(() => ({ accounts: answers.shift() }))
    expect((await hand.connect())?.accounts).toHaveLength(1)

    let asked = 0
    const empty = wallet(() => {
      asked++
      return { accounts: [] }
    })
    await expect(empty.connect()).rejects.toMatchObject({
      code: 'CONNECT_FAILED',
      context: { reason: 'no-account' },
    })
    expect(asked).toBe(2)
  })

  test('accounts that the wallet has without answering them count', async () => {
    const hand = wallet(() => undefined)
    hand.provider.accounts = [accountOf(first)]
    expect((await hand.connect())?.accounts).toHaveLength(1)
  })

  test('silently: a wallet that says no does not know the page; one that never answers is left with it', async () => {
    const refusals = [
      Object.assign(new Error('no'), { code: 4001 }),
      Object.assign(new Error('no'), { code: 4100 }),
      new Error('User rejected the request.'),
    ]
    for (const refusal of refusals) {
      const hand = wallet(() => Promise.reject(refusal))
      expect(await hand.connect(true)).toBeUndefined()
    }
    const failing = wallet(() => Promise.reject(new Error('The extension is being updated')))
    await expect(failing.connect(true)).rejects.toMatchObject({ code: 'CONNECT_FAILED' })

    const pass = holdTime()
    const hanging = wallet(() => new Promise(() => undefined))
    const waiting = expect(hanging.connect(true)).rejects.toMatchObject({
      code: 'CONNECT_FAILED',
      context: { reason: 'silent' },
    })
    await vi.waitUntil(() => timers.length > 0)
    pass()
    await waiting
  })

  test('a visitor’s prompt is not timed', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout')
    await wallet(() => ({ accounts: [accountOf(first)] })).connect()
    expect(timeout).not.toHaveBeenCalled()
  })

  test.each([
    'User rejected the request.',
    'WalletConnectionError: User cancelled',
    'The request was rejected by the user',
    'Transaction request denied: user declined',
  ])('a refusal in words alone is the visitor’s no: %s', async message => {
    const hand = wallet(() => Promise.reject(new Error(message)))
    await expect(hand.connect()).rejects.toMatchObject({ code: 'CONNECTION_REJECTED' })
  })

  test.each(['Unexpected error', 'The user is offline', 'Blockhash not found', 'Simulation rejected'])(
    'other words are a failure: %s',
    async message => {
      const hand = wallet(() => Promise.reject(new Error(message)))
      await expect(hand.connect()).rejects.toMatchObject({ code: 'CONNECT_FAILED' })
    },
  )

  test('accounts of other ecosystems in the list are none of ours', async () => {
    const hand = wallet(() => ({
      accounts: [
        accountOf('0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045', { chains: ['sui:mainnet'] }),
        accountOf(first),
      ],
    }))
    expect((await hand.connect())?.accounts.map(({ caip10 }) => addressOf(caip10))).toEqual([first])
  })

  test.each<[string, unknown]>([
    ['an address that is too short', accountOf(first.slice(4))],
    ['an EVM address', accountOf('0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045')],
    ['a key of another account', accountOf(first, { publicKey: parseBase58(second, 32) })],
    ['no key', accountOf(first, { publicKey: undefined })],
    ['a key that is a list', accountOf(first, { publicKey: [...new Uint8Array(32)] })],
    ['an address that is no text', accountOf(first, { address: 7 })],
    ['no chains', accountOf(first, { chains: undefined })],
    ['nothing at all', null],
    [
      'a getter that throws',
      {
        get address() {
          throw new Error('no')
        },
      },
    ],
  ])('an account with %s makes no sense, and none is taken', async (_what, account) => {
    const hand = wallet(() => ({ accounts: [accountOf(first), account] }))
    await expect(hand.connect()).rejects.toMatchObject({ code: 'WALLET_BAD_ANSWER' })
    await expect(hand.connect(true)).rejects.toMatchObject({ code: 'WALLET_BAD_ANSWER' })
  })
})
