/** What every namespace's adapter keeps (DESIGN, "Four nouns"); its own tests say the rest. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { AdapterDescriptor, ChainAdapter, ProviderChange } from '../../contract/adapter.ts'
import {
  addressOf,
  type CaipAddress,
  type CaipNetworkId,
  isCaipNetworkId,
  networkIdOf,
  toCaipAddress,
} from '../../contract/caip.ts'
import { isLatchkeyError } from '../../contract/error.ts'
import { isSameId } from '../../contract/namespaceFacts.ts'
import type { Network } from '../../contract/network.ts'
import { parseCaipAddress } from '../../contract/parseCaip.ts'
import type { TransferQuote } from '../../contract/send.ts'
import type { TypedData } from '../../contract/typedData.ts'
import { describeSwapping } from './describeSwapping.ts'
import { hostileAnswers } from './hostileAnswers.ts'
import { hostileProviders } from './hostileProviders.ts'
import { transferOrder } from './transferOrder.ts'

/** How the wallet of a fixture behaves when it is asked to connect. */
export type Behaviour = 'approves' | 'approved before' | 'refuses' | 'never answers'

export interface WalletFixture {
  readonly provider: unknown
  /** How many prompts the visitor saw. */
  prompts(): number
  listenerCount(): number
  /** Absent where a wallet does not report them. */
  changeAccounts?(accounts: readonly CaipAddress[]): void
  /** Absent where the wallets of the namespace do not report a network. */
  changeNetwork?(id: CaipNetworkId): void
  /** Events with payloads that make no sense. */
  babble(): void
}

export interface AdapterFixture {
  readonly adapter: ChainAdapter
  /** The descriptor that hosts list; its facts are tested against the adapter. */
  readonly descriptor: AdapterDescriptor
  /** Ids of transactions in every form that wallets and explorers write. */
  readonly transactionIds: readonly string[]
  readonly notTransactionIds: readonly string[]
  /** Where the wallet is at first. */
  readonly network: Network
  readonly otherNetwork: Network
  /** The accounts that the wallet shares, in the usual form, the active one first. */
  readonly accounts: readonly CaipAddress[]
  readonly notAddresses: readonly string[]
  /** The account that the visitor moves to; the last of `accounts` where the wallet shares several. */
  readonly other?: CaipAddress
  /** Wallets of the namespace say that there is no account when there is one to be asked for: it disconnects after that. */
  readonly asksAgain?: true
  /** The adapter reads the accounts again when a wallet reports a change, so that its report comes in a later task. */
  readonly readsAgain?: true
  /** A connection that is restored from our own record hears its wallet from the next press on: no silent question exists. */
  readonly hearsAfterPress?: true
  /** Nodes answer null for an account that they do not know: its balance is zero. */
  readonly answersNull?: true
  wallet(behaviour: Behaviour): WalletFixture
}

/** Data that is for one network alone. */
function typedDataFor({ caipNetworkId }: Network): TypedData {
  return {
    domain: { name: 'Test', chainId: caipNetworkId.slice(caipNetworkId.indexOf(':') + 1) },
    types: { Word: [{ name: 'text', type: 'string' }] },
    primaryType: 'Word',
    message: { text: 'hello' },
  }
}

export function describeAdapter(name: string, create: () => AdapterFixture): void {
  describe(`${name} keeps what every adapter keeps`, () => {
    const connect = (
      { adapter, network, accounts }: AdapterFixture,
      provider: unknown,
      { silent = false, isKnown = false, signal = new AbortController().signal } = {},
    ) => {
      const known = isKnown ? accounts.map(caip10 => ({ caip10, type: 'eoa' as const })) : undefined
      return adapter.connect(provider, { silent, known, signal, networks: [network] })
    }

    test('answers accounts of its namespace in the usual form, the active one first', async () => {
      const fixture = create()
      const state = await connect(fixture, fixture.wallet('approves').provider)
      expect(state?.caipNetworkId).toBe(fixture.network.caipNetworkId)
      expect(state?.accounts.map(account => account.caip10)).toEqual(fixture.accounts)
      for (const { caip10 } of state?.accounts ?? []) {
        const { chainNamespace, address } = parseCaipAddress(caip10)
        expect(chainNamespace).toBe(fixture.adapter.namespace)
        expect(networkIdOf(caip10)).toBe(fixture.network.caipNetworkId)
        expect(fixture.adapter.isAddress(address)).toBe(true)
        expect(fixture.adapter.formatAddress(address)).toBe(address)
      }
    })

    test('asked silently it never prompts: undefined without a permission, the accounts with one', async () => {
      const fixture = create()
      const stranger = fixture.wallet('approves')
      expect(await connect(fixture, stranger.provider, { silent: true })).toBeUndefined()
      expect(stranger.prompts()).toBe(0)

      const friend = fixture.wallet('approved before')
      const state = await connect(fixture, friend.provider, { silent: true, isKnown: true })
      expect(state?.accounts.map(account => account.caip10)).toEqual(fixture.accounts)
      expect(friend.prompts()).toBe(0)
    })

    test('a refusal is CONNECTION_REJECTED', async () => {
      const fixture = create()
      await expect(connect(fixture, fixture.wallet('refuses').provider)).rejects.toMatchObject({
        name: 'LatchkeyError',
        code: 'CONNECTION_REJECTED',
        kind: 'rejected',
      })
    })

    test('F48 a signal abandons a wallet that never answers; once fired, nothing prompts', async () => {
      const fixture = create()
      const stopping = new AbortController()
      const waiting = connect(fixture, fixture.wallet('never answers').provider, { signal: stopping.signal })
      stopping.abort()
      await expect(waiting).rejects.toMatchObject({ code: 'MODAL_CLOSED' })

      const wallet = fixture.wallet('approves')
      await expect(connect(fixture, wallet.provider, { signal: stopping.signal })).rejects.toMatchObject({
        code: 'MODAL_CLOSED',
      })
      expect(wallet.prompts()).toBe(0)
    })

    test.each(hostileProviders)('survives %s', async (_name, provider) => {
      const fixture = create()
      const { adapter, network, accounts } = fixture
      for (const silent of [false, true]) {
        const error = await connect(fixture, provider, { silent }).catch((thrown: unknown) => thrown)
        if (silent && error === undefined) continue
        expect(isLatchkeyError(error)).toBe(true)
        expect(['CONNECT_FAILED', 'WALLET_BAD_ANSWER']).toContain((error as { code: string }).code)
      }

      const changes: ProviderChange[] = []
      const stop = adapter.watch(provider, change => changes.push(change))
      stop()
      stop()
      expect(changes).toEqual([])

      const abilities = adapter.abilities(provider)
      const { switchNetwork, signMessage, signTypedData, disconnect } = abilities
      const { assets, transfer, sendCall, sendCalls, callsStatus } = abilities
      const account = accounts[0] as CaipAddress
      const { signal } = new AbortController()
      const order = { from: account, network, signal, asking: async () => undefined }
      const call = { to: addressOf(account) }
      const sent = { ...order, to: addressOf(account), asset: { symbol: 'X', decimals: 0 } }
      for (const send of [
        () =>
          transfer?.(transferOrder({ transfer: { ...sent, amount: { value: 1n, decimals: 0 } }, signal })),
        () => sendCall?.({ ...order, call }),
      ]) {
        // T73 an invalid answer of a wallet that got the request never counts as "not sent".
        const outcome = await send()?.catch((thrown: unknown) => thrown)
        expect(outcome === undefined || isLatchkeyError(outcome)).toBe(true)
      }
      for (const ask of [
        () => assets?.({ account, network }),
        () => sendCalls?.({ ...order, id: '0x1', calls: [call, call] }),
        () => callsStatus?.('batch'),
      ]) {
        const outcome = await ask()?.catch((thrown: unknown) => thrown)
        expect(outcome === undefined || Array.isArray(outcome) || isLatchkeyError(outcome)).toBe(true)
      }
      for (const run of [
        () => switchNetwork?.(network),
        () => signMessage?.({ account, message: 'hello' }),
        () => signTypedData?.({ account, data: typedDataFor(network), signal }),
        () => disconnect?.({ revoke: true }),
      ]) {
        const outcome = await run()?.catch((thrown: unknown) => thrown)
        // A wallet may be wrong about itself; what counts is that the answer has been parsed or refused.
        const parsed = outcome === undefined || isCaipNetworkId(outcome, adapter.namespace)
        expect(parsed || isLatchkeyError(outcome)).toBe(true)
      }
    })

    test('reports the wallet’s changes, drops invalid ones, and stops', async () => {
      const fixture = create()
      const { adapter, accounts, otherNetwork, readsAgain } = fixture
      const told = async () => {
        if (readsAgain) await expect.poll(() => changes).not.toEqual([])
      }
      const wallet = fixture.wallet('approved before')
      await connect(fixture, wallet.provider, { silent: fixture.hearsAfterPress !== true, isKnown: true })

      const changes: ProviderChange[] = []
      const stop = adapter.watch(wallet.provider, change => changes.push(change))
      wallet.babble()
      expect(changes).toEqual([])

      const second = fixture.other ?? (accounts.at(-1) as CaipAddress)
      wallet.changeAccounts?.([second])
      if (wallet.changeAccounts) {
        await told()
        const change = changes.pop()
        if (change?.type !== 'accounts') expect.unreachable('accounts')
        expect(change.accounts[0]?.caip10).toBe(second)
      }
      if (wallet.changeNetwork) {
        wallet.changeNetwork(otherNetwork.caipNetworkId)
        await told()
        expect(changes.shift()).toMatchObject({ type: 'network', caipNetworkId: otherNetwork.caipNetworkId })
        // Its accounts are reported there as well.
        if (readsAgain) changes.splice(0)
      }
      wallet.changeAccounts?.([])
      if (wallet.changeAccounts) {
        if (fixture.asksAgain ?? readsAgain) await expect.poll(() => changes).toHaveLength(1)
        expect(changes.pop()).toEqual({ type: 'disconnected' })
      }
      expect(changes).toEqual([])

      stop()
      expect(wallet.listenerCount()).toBe(0)
      wallet.changeAccounts?.(accounts)
      expect(changes).toEqual([])
    })

    describe('its facts', () => {
      test('are JSON-safe data of at most a kilobyte, of the namespace that the adapter speaks', () => {
        const { adapter, descriptor } = create()
        const text = JSON.stringify(descriptor.facts)
        expect(JSON.parse(text)).toEqual(descriptor.facts)
        expect(text.length).toBeLessThanOrEqual(1_024)
        expect(descriptor.namespace).toBe(adapter.namespace)
        expect(descriptor.facts.title).toMatch(/^\S.{0,22}\S$/)
      })

      test('know the ids of its networks, and of its own main network', () => {
        const { descriptor, network, otherNetwork } = create()
        const { chainIds, mainNetwork } = descriptor.facts
        for (const id of [network.caipNetworkId, otherNetwork.caipNetworkId, mainNetwork]) {
          expect(isCaipNetworkId(id, descriptor.namespace), id).toBe(true)
          expect(id.slice(descriptor.namespace.length + 1)).toMatch(wholly(chainIds))
        }
        for (const none of ['', ' ', 'a b', 'a'.repeat(33)]) expect(none).not.toMatch(wholly(chainIds))
      })

      test('know a transaction by its id, and nothing else for one', () => {
        const { descriptor, transactionIds, notTransactionIds } = create()
        const pattern = wholly(descriptor.facts.transactions.pattern)
        expect(transactionIds.length).toBeGreaterThan(0)
        for (const id of transactionIds) expect(id).toMatch(pattern)
        for (const id of ['', ' ', '../x', ...notTransactionIds]) expect(id).not.toMatch(pattern)
      })

      test('compare addresses as the adapter does', () => {
        const { adapter, descriptor, accounts } = create()
        const { addresses } = descriptor.facts
        const own = accounts.map(addressOf)
        for (const one of own) {
          expect(own.filter(other => isSameId(one, other, addresses))).toEqual([one])
          // Another case is the same address where the adapter gives both one form, and another address elsewhere.
          for (const spelt of [one.toLowerCase(), one.toUpperCase()]) {
            if (!adapter.isAddress(spelt)) continue
            const form = adapter.formatAddress(spelt)
            expect(isSameId(form, one, addresses)).toBe(form === one)
          }
        }
      })

      test('lead to pages of an explorer by words that need no escaping', () => {
        const { address, transaction } = create().descriptor.facts.explorer
        for (const word of [address, transaction]) expect(word).toMatch(/^[\w-]+(?:\/[\w-]+)*$/)
      })

      test('offer to send and to swap exactly where the adapter can', () => {
        const { adapter, descriptor } = create()
        const { actions } = descriptor.facts
        expect(actions.includes('send')).toBe(adapter.sending !== undefined)
        expect(actions.includes('swap')).toBe(adapter.swapping !== undefined)
        // The journal follows swaps by what follows transfers.
        if (adapter.swapping) expect(adapter.sending).toBeDefined()
      })
    })

    test('judges addresses without ever throwing', () => {
      const { adapter, accounts, notAddresses } = create()
      for (const account of accounts) expect(adapter.isAddress(addressOf(account))).toBe(true)
      for (const text of notAddresses) expect(adapter.isAddress(text), text).toBe(false)
      fc.assert(fc.property(fc.anything(), value => typeof adapter.isAddress(value) === 'boolean'))
    })

    test('T73 a transfer that the visitor left before it reached the wallet prompts nothing', async () => {
      const fixture = create()
      const { adapter, accounts, network } = fixture
      const wallet = fixture.wallet('approved before')
      const from = accounts[0] as CaipAddress
      const amount = { value: 1n, decimals: 0 }
      const transfer = { from, network, to: addressOf(from), asset: { symbol: 'X', decimals: 0 }, amount }
      const sent = adapter
        .abilities(wallet.provider)
        .transfer?.(transferOrder({ transfer, signal: AbortSignal.abort() }))
      if (sent) await expect(sent).rejects.toMatchObject({ code: 'MODAL_CLOSED' })
      expect(wallet.prompts()).toBe(0)
    })

    test('T73 a call that cannot be stored first prompts nothing', async () => {
      const fixture = create()
      const { adapter, accounts, network } = fixture
      const wallet = fixture.wallet('approved before')
      const from = accounts[0] as CaipAddress
      const call = { to: addressOf(from) }
      const asking = () => Promise.reject(new Error('the storage is gone'))
      const order = { from, network, signal: new AbortController().signal, asking }
      const { sendCall, sendCalls } = adapter.abilities(wallet.provider)
      if (sendCall) await expect(sendCall({ ...order, call })).rejects.toThrow()
      await sendCalls?.({ ...order, id: '0x1', calls: [call, call] }).catch(() => undefined)
      expect(wallet.prompts()).toBe(0)
    })

    test('T61 typed data is signed for one of its accounts, on the network that it is for, or not at all', async () => {
      const fixture = create()
      const { adapter, accounts, network, otherNetwork } = fixture
      const wallet = fixture.wallet('approved before')
      const { signTypedData } = adapter.abilities(wallet.provider)
      if (!signTypedData) return
      const account = accounts[0] as CaipAddress
      const there = toCaipAddress(otherNetwork.caipNetworkId, addressOf(account))
      const stranger = toCaipAddress(
        network.caipNetworkId,
        addressOf(account).replace(/.{4}$/, '0000').toLowerCase(),
      )
      const { signal } = new AbortController()
      for (const [signer, data] of [
        [account, typedDataFor(otherNetwork)],
        [there, typedDataFor(otherNetwork)],
        [there, typedDataFor(network)],
        [stranger, typedDataFor(network)],
      ] as const)
        await expect(signTypedData({ account: signer, data, signal })).rejects.toMatchObject({
          code: 'SIGN_FAILED',
        })
      const left = signTypedData({ account, data: typedDataFor(network), signal: AbortSignal.abort() })
      await expect(left).rejects.toMatchObject({ code: 'MODAL_CLOSED' })
      expect(wallet.prompts()).toBe(0)
    })

    test.each(hostileAnswers)(
      'T74 F27 nodes that answer %s give no guessed fee, receipt or nonce',
      async (_name, answer) => {
        const { adapter, accounts, network } = create()
        const sending = await adapter.sending?.()
        if (!sending) return
        const from = accounts[0] as CaipAddress
        const asset = { symbol: 'X', decimals: 0 }
        const transfer = { from, network, to: addressOf(from), asset, amount: { value: 1n, decimals: 0 } }
        const { signal } = new AbortController()
        const rpc = async () => answer
        for (const [ask, isSound] of [
          [
            () => sending.quote(rpc, transfer, signal),
            (told: unknown) => (told as TransferQuote).fee === undefined,
          ],
          [() => sending.nextNonce(rpc, from), () => false],
          [() => sending.receipt(rpc, { hash: 'x', from, nonce: '0', transfer }), (told: unknown) => !told],
          [() => sending.find(rpc, { transfer, nonce: '0' }), (told: unknown) => told === 'unknown'],
        ] as const) {
          const outcome = await ask().catch((thrown: unknown) => thrown)
          expect(isLatchkeyError(outcome) || isSound(outcome)).toBe(true)
        }
      },
    )

    describeSwapping(create)

    test('a balance is base units, and garbage from a node is an error of ours', async () => {
      const { adapter, accounts, network, answersNull } = create()
      const address = addressOf(accounts[0] as CaipAddress)
      if (answersNull) expect(await adapter.nativeBalance?.(async () => null, address, network)).toBe(0n)
      for (const garbage of [
        undefined,
        ...(answersNull ? [] : [null]),
        '',
        '0x',
        -1,
        1.5,
        Number.NaN,
        {},
        [],
        'abc',
        `0x${'f'.repeat(65)}`,
      ]) {
        const error = await adapter
          .nativeBalance?.(async () => garbage, address, network)
          .catch((thrown: unknown) => thrown)
        if (adapter.nativeBalance)
          expect(isLatchkeyError(error, 'BALANCE_UNAVAILABLE'), String(garbage)).toBe(true)
      }
    })
  })
}

/** The pattern of a fact, for the whole of a text. */
function wholly(pattern: string): RegExp {
  return new RegExp(`^(?:${pattern})$`)
}
