/** What wallets of the Cosmos ecosystem do that costs a connection or a prompt, each as a test. */
import { cosmosAddressOf, cosmosTestAccounts, createSimulatedCosmosWallet } from '@latchkey/testing'
import { describe, expect, test } from 'vitest'
import type { ProviderChange } from '../../contract/adapter.ts'
import { adr36Document } from '../../contract/adr36Document.ts'
import { type CaipAddress, toCaipAddress } from '../../contract/caip.ts'
import type { DiscoveredWallet } from '../../contract/wallet.ts'
import { cosmosBalance } from './cosmosBalance.ts'
import { createCosmosAdapter } from './createCosmosAdapter.ts'
import { discoverKeplr } from './discoverKeplr.ts'
import { hub, inj, osmo, Page, simulate } from './fixtures/cosmosWorld.ts'

const [ada = '', bob = ''] = cosmosTestAccounts.map(account => cosmosAddressOf(account, { prefix: 'cosmos' }))
const caipOf = (address: string): CaipAddress => toCaipAddress(hub.caipNetworkId, address)
const known = [{ caip10: caipOf(ada), type: 'eoa' as const }]
const account = caipOf(ada)
const message = 'shop.example wants you to sign in'

/** A page in which discovery looks, and what it found. */
function look(page = new Page(), options: { injected?: boolean } = {}) {
  const found: DiscoveredWallet[] = []
  const views: (() => void)[] = []
  const stop = discoverKeplr(
    page as unknown as Window,
    { injected: true, onView: view => void views.push(view), ...options },
    wallet => found.push(wallet),
  )
  const names = () => found.map(({ info }) => info.name)
  return { page, found, names, stop, view: () => void views.map(each => each()) }
}

const put = (page: object, paths: readonly string[], flags: Record<string, unknown> = {}) =>
  createSimulatedCosmosWallet({ name: paths.join(), target: page as Page, paths, memory: false, flags })

describe('finding wallets', () => {
  test.each([
    ['keplr', 'Keplr'],
    ['leap', 'Leap'],
    ['cosmostation.providers.keplr', 'Cosmostation'],
    ['okxwallet.keplr', 'OKX Wallet'],
    ['bitkeep.keplr', 'Bitget Wallet'],
    ['trustwallet.cosmos', 'Trust Wallet'],
    ['binancew3w.keplr', 'Binance Wallet'],
    ['vultisig.keplr', 'Vultisig'],
    ['xfi.keplr', 'Ctrl Wallet'],
    ['owallet', 'OWallet'],
  ])('%s is %s, by its own global', (path, name) => {
    const page = new Page()
    const { keplr } = put(page, [path])
    expect(look(page).found).toEqual([
      {
        key: `injected:cosmos:${path}`,
        namespace: 'cosmos',
        source: 'injected',
        info: { name },
        injectedId: path,
        provider: keplr,
      },
    ])
  })

  test('a wallet that took window.keplr has one row, and it is its own', () => {
    const page = new Page()
    put(page, ['leap', 'keplr'])
    expect(look(page).names()).toEqual(['Leap'])
  })

  test('Keplr and a wallet beside it have a row each', () => {
    const page = new Page()
    put(page, ['leap'])
    put(page, ['keplr'])
    expect(look(page).names()).toEqual(['Leap', 'Keplr'])
  })

  test.each([
    ['another wallet’s flag', { isLeap: true }],
    ['a flag of a wallet that we do not know', { isFutureWallet: true }],
    ['no version', { version: undefined }],
    ['no mode', { mode: undefined }],
    ['a mode that Keplr has not', { mode: 'injected' }],
  ])('an imitation at window.keplr with %s is not called Keplr', (_what, flags) => {
    const page = new Page()
    put(page, ['keplr'], flags)
    expect(look(page).names()).toEqual([])
  })

  test('T120 a wallet at window.keplr whose members have no end is not read to its end', () => {
    const page = new Page()
    const { keplr } = put(page, ['keplr'])
    let reads = 0
    expect(look(page).names()).toEqual(['Keplr'])
    const names = Array.from({ length: 100_000 }, (_, at) => `is${at}`)
    Object.assign(page, {
      keplr: new Proxy(
        { ...(keplr as object), version: '1', mode: 'extension' },
        {
          ownKeys: () => names,
          getOwnPropertyDescriptor: () => ({ configurable: true, enumerable: true, value: reads++ }),
        },
      ),
    })
    expect(look(page).names()).toEqual([])
    expect(reads).toBeLessThan(20_000)
  })

  test('Keplr’s own flag is none of another wallet', () => {
    const page = new Page()
    put(page, ['keplr'], { isKeplr: true })
    expect(look(page).names()).toEqual(['Keplr'])
  })

  test.each([
    ['at the load of the page', ({ page }: ReturnType<typeof look>) => page.dispatchEvent(new Event('load'))],
    ['when a view opens', ({ view }: ReturnType<typeof look>) => view()],
  ])('an extension that comes late is found %s', (_when, happen) => {
    const looking = look()
    put(looking.page, ['keplr'])
    expect(looking.names()).toEqual([])
    happen(looking)
    happen(looking)
    expect(looking.names()).toEqual(['Keplr'])
  })

  test('it is found within the first seconds without either, and nothing is after the end', async () => {
    const looking = look()
    const ended = look()
    ended.stop()
    put(looking.page, ['leap'])
    put(ended.page, ['leap'])
    await expect.poll(looking.names).toEqual(['Leap'])
    ended.view()
    expect(ended.names()).toEqual([])
  })

  test('a page that uses no globals finds none', () => {
    const page = new Page()
    put(page, ['keplr'])
    expect(look(page, { injected: false }).names()).toEqual([])
  })

  test('globals that throw cost no other wallet', () => {
    const page = new Page()
    Object.defineProperty(page, 'leap', {
      get: () => {
        throw new Error('no')
      },
    })
    Object.assign(page, {
      okxwallet: 7,
      cosmostation: { providers: null },
      owallet: { enable: 1, getKey: 2 },
    })
    put(page, ['keplr'])
    expect(look(page).names()).toEqual(['Keplr'])
  })
})

describe('no prompt on load', () => {
  test.each([
    ['unlocked', false],
    ['locked, where every question is a prompt', true],
  ])('a restored connection is our record, and a wallet that is %s is not asked', async (_what, locked) => {
    const { connect, asked } = simulate({ locked, connected: true })
    expect(await connect({ silent: true, known })).toEqual({
      caipNetworkId: hub.caipNetworkId,
      accounts: known,
    })
    expect(asked()).toEqual([])
  })

  test('a page without a record asks nothing, though the wallet knows it', async () => {
    const { connect, asked } = simulate({ connected: true })
    expect(await connect({ silent: true })).toBeUndefined()
    expect(asked()).toEqual([])
  })

  test('a record of another network is none', async () => {
    const { connect } = simulate({ connected: true })
    expect(await connect({ silent: true, known, network: osmo.caipNetworkId })).toBeUndefined()
  })

  test('the wallet is asked again when it says that its account is another', async () => {
    const { adapter, connect, control, provider, asked } = simulate({ connected: true })
    await connect({ silent: true, known })
    const changes: ProviderChange[] = []
    adapter.watch(provider, change => changes.push(change))
    control.switchAccount(1)
    await expect
      .poll(() => changes)
      .toMatchObject([{ type: 'accounts', accounts: [{ caip10: caipOf(bob) }] }])
    expect(asked()).toEqual(['getKey'])
  })

  test('a wallet hears only its own event: that of another would open it', async () => {
    const { adapter, connect, page, provider, asked } = simulate({
      paths: ['leap'],
      changed: 'leap_keystorechange',
      connected: true,
    })
    await connect({ silent: true, known })
    adapter.watch(provider, () => undefined)
    page.dispatchEvent(new Event('keplr_keystorechange'))
    expect(asked()).toEqual([])
    page.dispatchEvent(new Event('leap_keystorechange'))
    expect(asked()).toEqual(['getKey'])
  })

  test('an account of the record that the wallet has left is found out when it is to sign', async () => {
    const { adapter, connect, control, provider } = simulate({ connected: true })
    await connect({ silent: true, known })
    control.switchAccount(1)
    const changes: ProviderChange[] = []
    adapter.watch(provider, change => changes.push(change))
    await expect(adapter.abilities(provider).signMessage?.({ account, message })).rejects.toMatchObject({
      code: 'SIGN_FAILED',
    })
    await expect
      .poll(() => changes)
      .toMatchObject([{ type: 'accounts', accounts: [{ caip10: caipOf(bob) }] }])
  })
})

describe('signing a text', () => {
  test('is signArbitrary, with 64 bytes as base64', async () => {
    const { adapter, connect, control, provider } = simulate()
    await connect()
    const signature = await adapter.abilities(provider).signMessage?.({ account, message })
    expect(signature).toMatch(/^[A-Za-z0-9+/]{86}==$/)
    expect(control.requests.at(-1)).toMatchObject({
      method: 'signArbitrary',
      params: ['cosmoshub-4', ada, message],
    })
  })

  test.each([
    ['lacks signArbitrary', { without: ['signArbitrary' as const] }],
    [
      'knows signArbitrary in name only',
      { script: { signArbitrary: { kind: 'code' as const, code: -32601 } } },
    ],
    [
      'says that it is not implemented',
      { script: { signArbitrary: { kind: 'reject' as const, message: 'Not implemented' } } },
    ],
  ])('a wallet that %s signs the same as an ADR-36 document', async (_what, options) => {
    const { adapter, connect, control, provider } = simulate(options)
    const other = simulate()
    await Promise.all([connect(), other.connect()])
    const signature = await adapter.abilities(provider).signMessage?.({ account, message })
    expect(control.requests.at(-1)).toMatchObject({
      method: 'signAmino',
      params: ['cosmoshub-4', ada, adr36Document(ada, message)],
    })
    expect(signature).toBe(await other.adapter.abilities(other.provider).signMessage?.({ account, message }))
  })

  test('a document that the wallet changed before it signed is refused', async () => {
    const { adapter, connect, control, provider } = simulate({ without: ['signArbitrary'] })
    await connect()
    const signed = { ...adr36Document(ada, message), memo: 'hello' }
    const value = { signed, signature: { signature: btoa('x'.repeat(64)) } }
    control.always('signAmino', { kind: 'answer', value })
    await expect(adapter.abilities(provider).signMessage?.({ account, message })).rejects.toMatchObject({
      code: 'WALLET_BAD_ANSWER',
    })
  })

  test.each([
    ['the words of Keplr', 'reject' as const],
    ['a number', { kind: 'code' as const, code: 4001 }],
  ])('a refusal in %s is the visitor’s', async (_what, outcome) => {
    const { adapter, connect, control, provider, asked } = simulate()
    await connect()
    control.always('signArbitrary', outcome)
    await expect(adapter.abilities(provider).signMessage?.({ account, message })).rejects.toMatchObject({
      code: 'SIGN_REJECTED',
    })
    expect(asked().at(-1)).toBe('signArbitrary')
  })

  test('an account on a device signs no texts on a chain whose keys are Ethereum’s', async () => {
    const { adapter, connect, provider } = simulate({ isLedger: true })
    await connect()
    expect(adapter.abilities(provider).signMessage).toBeDefined()
    await connect({ network: inj.caipNetworkId })
    expect(adapter.abilities(provider).signMessage).toBeUndefined()
  })

  test('a wallet that signs nothing has no such ability', async () => {
    const { adapter, connect, provider } = simulate({ without: ['signArbitrary', 'signAmino'] })
    await connect()
    expect(adapter.abilities(provider).signMessage).toBeUndefined()
  })
})

describe('over the relay', () => {
  const signature = btoa('s'.repeat(64))
  function pair(more: object = {}) {
    const calls: unknown[] = []
    const provider = {
      chains: [hub.caipNetworkId],
      addresses: () => [ada],
      async request(call: { method: string }, chain: string) {
        calls.push([call, chain])
        if (call.method === 'cosmos_getAccounts') return [{ algo: 'secp256k1', address: bob, pubkey: 'A' }]
        return { signature: { pub_key: {}, signature } }
      },
      ...more,
    }
    const adapter = createCosmosAdapter(new Page())
    const { signal } = new AbortController()
    const connect = () => adapter.connect(provider, { silent: false, networks: [osmo, hub], signal })
    return { adapter, calls, connect, provider }
  }

  test('accounts are the session’s, on the first network that it grants', async () => {
    const { connect, calls } = pair()
    expect(await connect()).toEqual({ caipNetworkId: hub.caipNetworkId, accounts: known })
    expect(calls).toEqual([])
  })

  test('a session that names none is asked', async () => {
    const { connect, calls } = pair({ addresses: undefined })
    expect((await connect())?.accounts).toMatchObject([{ caip10: caipOf(bob) }])
    expect(calls).toEqual([[{ method: 'cosmos_getAccounts', params: {} }, hub.caipNetworkId]])
  })

  test('there is no method for texts: sign-in is cosmos_signAmino of the ADR-36 document', async () => {
    const { adapter, calls, connect, provider } = pair()
    await connect()
    expect(await adapter.abilities(provider).signMessage?.({ account, message })).toBe(signature)
    const params = { signerAddress: ada, signDoc: adr36Document(ada, message) }
    expect(calls).toEqual([[{ method: 'cosmos_signAmino', params }, hub.caipNetworkId]])
  })

  test('a session without the method has no such ability', async () => {
    const { adapter, connect, provider } = pair({ methods: ['cosmos_signDirect'] })
    await connect()
    expect(adapter.abilities(provider).signMessage).toBeUndefined()
  })
})

describe('a balance', () => {
  const answer = (balance: unknown) => async () => ({ balance })
  test('is what the REST API says of the network’s own denomination', async () => {
    const calls: unknown[] = []
    const rpc = async (...call: unknown[]) => {
      calls.push(call)
      return { balance: { denom: 'uatom', amount: '12345678901234567890' } }
    }
    expect(await cosmosBalance(rpc, ada, hub)).toBe(12345678901234567890n)
    expect(calls).toEqual([['GET', [`/cosmos/bank/v1beta1/balances/${ada}/by_denom?denom=uatom`]]])
  })

  test('of a denomination with a slash is asked in one piece', async () => {
    const calls: unknown[] = []
    const network = { ...hub, format: { denom: 'ibc/27&x' } }
    await cosmosBalance(async (...call) => calls.push(call), ada, network).catch(() => undefined)
    expect(String(calls)).toContain('denom=ibc%2F27%26x')
  })

  test.each([
    ['a number', { denom: 'uatom', amount: 5 }],
    ['a fraction', { denom: 'uatom', amount: '5.0' }],
    ['less than nothing', { denom: 'uatom', amount: '-5' }],
    ['another denomination', { denom: 'uosmo', amount: '5' }],
    ['too much', { denom: 'uatom', amount: '9'.repeat(79) }],
  ])('is not known where the node says %s', async (_what, balance) => {
    await expect(cosmosBalance(answer(balance), ada, hub)).rejects.toMatchObject({
      code: 'BALANCE_UNAVAILABLE',
    })
  })

  test('is not known on a network without a denomination', async () => {
    const { format: _, ...bare } = hub
    await expect(cosmosBalance(answer({}), ada, bare)).rejects.toMatchObject({ code: 'BALANCE_UNAVAILABLE' })
  })
})
