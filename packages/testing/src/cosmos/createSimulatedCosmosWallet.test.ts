import { describe, expect, it } from 'vitest'
import { cosmosAddressOf, cosmosTestAccounts } from './cosmosAccounts.ts'
import type { SimulatedCosmosOptions } from './cosmosOptions.ts'
import { createSimulatedCosmosWallet } from './createSimulatedCosmosWallet.ts'

const hub = 'cosmoshub-4'
const info = {
  chainId: 'elm-1',
  rpc: 'https://rpc.elm.example',
  rest: 'https://rest.elm.example',
  bech32Config: { bech32PrefixAccAddr: 'elm' },
}

function make(options: Partial<SimulatedCosmosOptions> = {}) {
  const target = new EventTarget()
  const wallet = createSimulatedCosmosWallet({ name: 'Violet Wallet', target, memory: false, ...options })
  const call = async (name: string, ...params: readonly unknown[]): Promise<unknown> =>
    (wallet.keplr[name] as (...values: readonly unknown[]) => unknown)(...params)
  const addressOn = async (chain: string) => Object(await call('getKey', chain)).bech32Address as string
  return { target, ...wallet, call, addressOn }
}

describe('a simulated Cosmos wallet', () => {
  it('has one key and an address of it on each chain', async () => {
    const { addressOn } = make()
    const [first] = cosmosTestAccounts
    if (!first) throw new Error('no account')
    expect(await addressOn(hub)).toBe(cosmosAddressOf(first, { prefix: 'cosmos' }))
    // The Ethereum address of the first test account, in another spelling.
    expect(await addressOn('injective-1')).toBe('inj17w0adeg64ky0daxwd2ugyuneellmjgnxf5vkec')
  })

  it('stands at its paths, from its time until it stops', () => {
    const { target, keplr, announce, stop } = make({ paths: ['leap', 'a.b.keplr'], announce: 'manual' })
    const at = () => [
      Reflect.get(target, 'leap'),
      Reflect.get(Object(Reflect.get(Object(Reflect.get(target, 'a')), 'b')), 'keplr'),
    ]
    expect(at()).toEqual([undefined, undefined])
    announce()
    expect(at()).toEqual([keplr, keplr])
    stop()
    expect(at()).toEqual([undefined, undefined])
  })

  it('prompts for chains that the site may not ask about, and no second time', async () => {
    const { control, call } = make({ mode: 'ask' })
    const enabled = call('enable', [hub, 'osmosis-1'])
    expect((await control.waitForPending('enable')).reason).toBe('ask')
    control.approve()
    await enabled
    await call('getKey', 'osmosis-1')
    expect(control.pending).toEqual([])
    void call('getKey', 'injective-1')
    await control.waitForPending('getKey')
  })

  it('prompts at every question while it is locked, allowed or not', async () => {
    const { control, call } = make({ connected: true, locked: true })
    const key = call('getKey', hub)
    expect((await control.waitForPending('getKey')).reason).toBe('locked')
    control.unlock()
    expect(await key).toMatchObject({ algo: 'secp256k1' })
  })

  it('refuses in the words of Keplr', async () => {
    const { call } = make({ mode: 'reject' })
    await expect(call('enable', hub)).rejects.toThrow(/^Request rejected$/)
    await expect(call('getKey', 'elm-1')).rejects.toThrow('There is no chain info for elm-1')
    await expect(call('signAmino', hub, 'x', { chain_id: 'other', msgs: [] })).rejects.toThrow(
      'Request rejected',
    )
  })

  it('signs for its own account and the right chain alone', async () => {
    const { call, addressOn } = make()
    const own = await addressOn(hub)
    await expect(call('signArbitrary', hub, own.replace('cosmos', 'other'), 'x')).rejects.toThrow(
      'Signer mismatched',
    )
    await expect(call('signAmino', hub, own, { chain_id: 'other', msgs: [] })).rejects.toThrow('Chain id')
    const text = { chain_id: hub, msgs: [{ type: 'sign/MsgSignData', value: {} }] }
    await expect(call('signAmino', hub, own, text)).rejects.toThrow('ADR-36')
    await expect(call('signDirect', hub, own, { chainId: 'other' })).rejects.toThrow('Chain id')
  })

  it('learns a chain that is suggested with what it needs', async () => {
    const { call, addressOn } = make()
    await expect(call('experimentalSuggestChain', { ...info, rpc: '' })).rejects.toThrow('uris')
    await call('experimentalSuggestChain', info)
    expect(await addressOn('elm-1')).toMatch(/^elm1/)
  })

  it('says that another account is selected by its event, and forgets with disable', async () => {
    const { target, control, call, addressOn } = make({ changed: 'leap_keystorechange' })
    const heard: string[] = []
    target.addEventListener('leap_keystorechange', ({ type }) => heard.push(type))
    const before = await addressOn(hub)
    control.switchAccount(1)
    control.switchAccount(1)
    expect(heard).toEqual(['leap_keystorechange'])
    expect(await addressOn(hub)).not.toBe(before)
    expect(() => control.switchAccount(7)).toThrow(RangeError)
    await call('disable', hub)
    expect(control.state.enabled).toEqual([])
  })

  it('remembers what was allowed between page loads', async () => {
    const kept = new Map<string, string>()
    const storage = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
    }
    await make({ memory: true, storage }).call('enable', hub)
    expect(make({ memory: true, storage }).control.state.enabled).toEqual([hub])
  })

  it.each([
    ['no name', { name: undefined as unknown as string }],
    ['no account', { accounts: 0 }],
    ['more accounts than there are', { accounts: 11 }],
    ['a prefix that is none', { chains: [{ id: 'elm-1', prefix: 'Elm' }] }],
  ])('refuses options with %s', (_what, options) => {
    expect(() => make(options)).toThrow(TypeError)
  })
})
