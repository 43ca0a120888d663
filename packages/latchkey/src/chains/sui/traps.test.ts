/** What wallets of Sui were seen to do (reference namespaces §3 and §5). */
import { createSimulatedSuiWallet, type SimulatedSuiOptions, suiTestAccounts } from '@latchkey/testing'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Account } from '../../contract/account.ts'
import type { ProviderChange } from '../../contract/adapter.ts'
import { addressOf, toCaipAddress } from '../../contract/caip.ts'
import { toNetwork } from '../../contract/network.ts'
import { sui } from '../../contract/networks/sui.ts'
import type { DiscoveredWallet } from '../../contract/wallet.ts'
import { sui as describeSui } from '../../sui.ts'
import { createSuiAdapter } from './createSuiAdapter.ts'

const networks = [toNetwork(sui)]
const { signal } = new AbortController()
const [first = '', second = ''] = suiTestAccounts.map(({ address }) => address)
const account = toCaipAddress('sui:mainnet', first)
const record: readonly Account[] = [{ caip10: account, type: 'eoa' }]

afterEach(() => vi.restoreAllMocks())

function follow(provider: unknown) {
  const adapter = createSuiAdapter()
  const changes: ProviderChange[] = []
  return {
    adapter,
    connect: (silent = false, known: readonly Account[] | undefined = silent ? record : undefined) =>
      adapter.connect(provider, { silent, networks, signal, known }),
    watch: () => adapter.watch(provider, change => changes.push(change)),
    sign: (message = 'hello') => adapter.abilities(provider).signMessage?.({ account, message }),
    told: () =>
      changes.map(change =>
        change.type === 'accounts' ? change.accounts.map(({ caip10 }) => addressOf(caip10)) : change.type,
      ),
  }
}

function simulate(options: Partial<SimulatedSuiOptions> = {}) {
  const { control, standard } = createSimulatedSuiWallet({
    name: 'Trap',
    target: new EventTarget(),
    announce: 'manual',
    memory: false,
    chains: ['sui:mainnet'],
    ...options,
  })
  return { control, provider: standard, ...follow(standard) }
}

function accountOf(address: string, fields: object = {}) {
  return { address, chains: ['sui:mainnet'], features: ['sui:signPersonalMessage'], ...fields }
}

type Features = Record<string, Record<string, unknown>>

/** A wallet made by hand: its list of accounts, and what connecting answers. */
function byHand(connect: (input?: { silent?: boolean }) => unknown, features: Features = {}) {
  const listeners = new Set<(change: unknown) => void>()
  const provider = {
    version: '1.0.0',
    name: 'Hand',
    chains: ['sui:mainnet'],
    accounts: [] as unknown[],
    features: {
      'standard:connect': { connect },
      'standard:events': {
        on: (_event: string, listener: (change: unknown) => void) => {
          listeners.add(listener)
          return () => listeners.delete(listener)
        },
      },
      ...features,
    } as Features,
  }
  const set = (...accounts: unknown[]) => {
    provider.accounts = accounts
    for (const listener of listeners) listener({ accounts })
  }
  return { provider, set, ...follow(provider) }
}

describe('what is signed', () => {
  test('the text goes with the chain, which signatures of zkLogin depend on', async () => {
    const { control, connect, sign } = simulate()
    await connect()
    await sign()
    expect(control.requests.at(-1)?.params).toMatchObject({ chain: 'sui:mainnet', message: 'aGVsbG8=' })
  })

  test('bytes that are not ours are no signature of our text', async () => {
    const { connect, sign } = simulate({ signsInstead: { message: 'transfer everything' } })
    await connect()
    await expect(sign()).rejects.toMatchObject({
      code: 'WALLET_BAD_ANSWER',
      context: { method: 'sui:signPersonalMessage' },
    })
  })

  test.each<[string, object]>([
    ['no bytes', { signature: 'AA==' }],
    ['bytes of another type', { bytes: new Uint8Array([104]), signature: 'AA==' }],
    ['more bytes than ours', { bytes: 'aGVsbG8gYWdhaW4=', signature: 'AA==' }],
    ['bytes framed as the chain signs them', { bytes: 'BWhlbGxv', signature: 'AA==' }],
    ['no signature', { bytes: 'aGVsbG8=' }],
    ['an empty signature', { bytes: 'aGVsbG8=', signature: '' }],
    ['a signature that is no base64', { bytes: 'aGVsbG8=', signature: '%%%' }],
    ['a signature of bytes', { bytes: 'aGVsbG8=', signature: new Uint8Array(97) }],
    ['a signature beyond all measure', { bytes: 'aGVsbG8=', signature: 'A'.repeat(1_000_000) }],
  ])('an answer with %s is none', async (_what, answer) => {
    const signPersonalMessage = async () => answer
    const hand = byHand(() => ({ accounts: hand.provider.accounts }), {
      'sui:signPersonalMessage': { signPersonalMessage },
    })
    hand.provider.accounts = [accountOf(first)]
    await hand.connect()
    await expect(hand.sign()).rejects.toMatchObject({ code: 'WALLET_BAD_ANSWER' })
  })

  test('the wallet gets a copy of the text, and the object that it knows the account by now', async () => {
    const seen: { account: unknown; message: Uint8Array }[] = []
    const hand = byHand(() => ({ accounts: hand.provider.accounts }), {
      'sui:signPersonalMessage': {
        signPersonalMessage: async (input: { account: unknown; message: Uint8Array }) => {
          seen.push({ ...input, message: Uint8Array.from(input.message) })
          input.message.fill(0)
          return { bytes: 'aGVsbG8=', signature: 'AA==' }
        },
      },
    })
    hand.provider.accounts = [accountOf(first)]
    await hand.connect()
    const renewed = accountOf(first)
    hand.provider.accounts = [renewed]
    expect(await hand.sign()).toBe('AA==')
    expect(seen[0]?.account).toBe(renewed)
    expect(new TextDecoder().decode(seen[0]?.message)).toBe('hello')
  })

  test('a wallet with the old feature alone signs nothing: what it frames is not what the chain verifies', async () => {
    const { connect, sign } = simulate({ features: ['sui:signMessage'] })
    await connect()
    expect(sign()).toBeUndefined()
  })
})

describe('features', () => {
  test('are read when they are there: one that comes with the account is an ability', async () => {
    const { adapter, provider, connect } = simulate({
      features: [],
      lateFeatures: ['sui:signPersonalMessage'],
    })
    expect(adapter.abilities(provider).signMessage).toBeUndefined()
    await connect()
    expect(adapter.abilities(provider).signMessage).toBeDefined()
  })

  test('what the account does not list is none, though the wallet has it', async () => {
    const hand = byHand(() => ({ accounts: hand.provider.accounts }), {
      'sui:signPersonalMessage': { signPersonalMessage: async () => ({}) },
    })
    hand.provider.accounts = [accountOf(first, { features: [] })]
    await hand.connect()
    const abilities = hand.adapter.abilities(hand.provider)
    expect(abilities.signMessage).toBeUndefined()
    hand.provider.accounts = [accountOf(first)]
    expect(abilities.signMessage).toBeDefined()
  })
})

describe('connecting', () => {
  test('an empty answer is asked again once, and accounts that the wallet has without answering count', async () => {
    const answers = [[], [accountOf(first)]]
    expect((await byHand(() => ({ accounts: answers.shift() })).connect())?.accounts).toHaveLength(1)

    let asked = 0
    const empty = byHand(() => {
      asked++
      return { accounts: [] }
    })
    await expect(empty.connect()).rejects.toMatchObject({ context: { reason: 'no-account' } })
    expect(asked).toBe(2)

    const mute = byHand(() => undefined)
    mute.provider.accounts = [accountOf(first)]
    expect((await mute.connect())?.accounts).toHaveLength(1)
  })

  test('asked silently, one that does not know the page answers nothing; what it throws then is no error', async () => {
    expect(await simulate().connect(true)).toBeUndefined()
    for (const refusal of [
      Object.assign(new Error('no'), { code: 4001 }),
      Object.assign(new Error('no'), { code: 4100 }),
      new Error('User rejected the request.'),
    ])
      expect(await byHand(() => Promise.reject(refusal)).connect(true)).toBeUndefined()
  })

  test('a wallet that connects though it is asked silently is not asked without our own record', async () => {
    const eager = simulate({ ignoresSilent: true })
    expect(await eager.adapter.connect(eager.provider, { silent: true, networks, signal })).toBeUndefined()
    expect(eager.control.requests).toEqual([])
    expect((await eager.connect(true))?.accounts).toHaveLength(1)
  })

  test('a wallet that shows a dialog all the same is not waited for', async () => {
    const timers: AbortController[] = []
    vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
      const timer = new AbortController()
      timers.push(timer)
      return timer.signal
    })
    const waiting = expect(byHand(() => new Promise(() => undefined)).connect(true)).rejects.toMatchObject({
      code: 'CONNECT_FAILED',
      context: { reason: 'silent' },
    })
    await vi.waitUntil(() => timers.length > 0)
    for (const timer of timers) timer.abort()
    await waiting
  })

  test.each(['User rejected the request.', 'Rejected from user', 'User rejection', 'Request was cancelled'])(
    'a refusal in words alone is the visitor’s no: %s',
    async message => {
      const hand = byHand(() => Promise.reject(new Error(message)))
      await expect(hand.connect()).rejects.toMatchObject({ code: 'CONNECTION_REJECTED' })
    },
  )

  test('short addresses and capitals have one form, each account counts once, and others’ are none of ours', async () => {
    const hand = byHand(() => ({
      accounts: [
        accountOf('AKnL4NNf3DGWZJS6cPknBuEGnVsV4A4m5tgebLHaRSZ9', { chains: ['solana:mainnet'] }),
        accountOf('0x2'),
        accountOf(`0x${'0'.repeat(63)}2`),
        accountOf(first.toUpperCase().replace('X', 'x')),
      ],
    }))
    expect((await hand.connect())?.accounts.map(({ caip10 }) => addressOf(caip10))).toEqual([
      `0x${'0'.repeat(63)}2`,
      first,
    ])
  })

  test('accounts of another chain than the page’s are none', async () => {
    const hand = byHand(() => ({
      accounts: [accountOf(first, { chains: ['sui:testnet'] }), accountOf(second)],
    }))
    expect((await hand.connect())?.accounts.map(({ caip10 }) => addressOf(caip10))).toEqual([second])
  })

  test.each<[string, unknown]>([
    ['an address that is too long', accountOf(`${first}0`)],
    ['an address of another ecosystem', accountOf('AKnL4NNf3DGWZJS6cPknBuEGnVsV4A4m5tgebLHaRSZ9')],
    ['an address that is no text', accountOf(first, { address: 7 })],
    ['no chains', accountOf(first, { chains: undefined })],
    ['nothing at all', null],
  ])('an account with %s makes no sense, and none is taken', async (_what, wrong) => {
    const hand = byHand(() => ({ accounts: [accountOf(first), wrong] }))
    await expect(hand.connect()).rejects.toMatchObject({ code: 'WALLET_BAD_ANSWER' })
  })
})

describe('changes', () => {
  test('what a wallet reports twice is one change, and what connecting answered is none', async () => {
    const { control, connect, watch, told } = simulate({ script: { 'standard:connect': 'twice' } })
    watch()
    await connect()
    control.setAccounts([1])
    control.emit('change', { accounts: [accountOf(second)] })
    control.emit('change', { accounts: [accountOf(second), accountOf(second)] })
    await expect.poll(told).toEqual([[second]])
  })

  test('an account that the page may not see yet is asked for before that counts as the end', async () => {
    const hand = byHand(input => ({ accounts: [accountOf(input?.silent ? second : first)] }))
    await hand.connect()
    hand.watch()
    hand.set()
    await expect.poll(hand.told).toEqual([[second]])
  })

  test('asked in vain it is the end, once', async () => {
    const hand = byHand(input => ({ accounts: input?.silent ? [] : [accountOf(first)] }))
    await hand.connect()
    hand.watch()
    hand.set()
    await expect.poll(hand.told).toEqual(['disconnected'])
  })

  test('one without events, or whose events throw, is watched all the same', async () => {
    const hand = byHand(() => ({ accounts: [accountOf(first)] }), {
      'standard:events': {
        on: () => {
          throw new Error('no events')
        },
      },
    })
    await hand.connect()
    expect(() => hand.watch()()).not.toThrow()
  })
})

describe('wallets that registered with another copy of the registry', () => {
  /** What `getWallets` of that copy gives: it dispatches no event of its own for what registers with it. */
  const { standard } = createSimulatedSuiWallet({ name: 'In-page', announce: 'manual', memory: false })
  const copy = { get: () => [standard] }

  /** `registerWallet` of `@wallet-standard/wallet`, as far as a page hears it. */
  function registerWallet(target: EventTarget, wallet: object): void {
    const detail = (api: { register(wallet: object): void }) => api.register(wallet)
    target.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail }))
  }

  test('are found when the page announces them again', async () => {
    const target = new EventTarget()
    const found: DiscoveredWallet[] = []
    const options = { announced: true, injected: true }
    const stop = await describeSui().discover(target as Window, options, wallet => found.push(wallet))
    expect(found).toEqual([])
    for (const wallet of copy.get()) registerWallet(target, wallet)
    expect(found).toMatchObject([{ namespace: 'sui', info: { name: 'In-page' }, provider: standard }])
    stop()
  })
})
