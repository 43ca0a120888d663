import { afterEach, describe, expect, test } from 'vitest'
import type { BitcoinShape, SimulatedBitcoinOptions } from './bitcoinOptions.ts'
import { createSimulatedBitcoinWallet, type SimulatedBitcoinWallet } from './createSimulatedBitcoinWallet.ts'

const wallets: SimulatedBitcoinWallet[] = []
afterEach(() => {
  for (const wallet of wallets.splice(0)) wallet.stop()
})

function create(shape: BitcoinShape, options: Partial<SimulatedBitcoinOptions> = {}) {
  const target = new EventTarget()
  const wallet = createSimulatedBitcoinWallet({ shape, target, memory: false, ...options })
  wallets.push(wallet)
  const call = (method: string, ...args: unknown[]): Promise<unknown> => {
    const own = wallet.provider[method] as (...given: unknown[]) => Promise<unknown>
    return own(...args)
  }
  return { ...wallet, wallet, page: target as unknown as Record<string, unknown>, call }
}

interface Answer {
  readonly result?: { readonly addresses: readonly { readonly address: string; readonly purpose?: string }[] }
  readonly error?: { readonly code: number }
}

describe('the place in the page', () => {
  test.each([
    ['xverse', 'XverseProviders', ['btc_providers']],
    ['leather', 'LeatherProvider', ['btc_providers', 'wbip_providers']],
    ['unisat', 'unisat', []],
  ] as const)('%s is on window.%s and in its registries, until it stops', (shape, own, registries) => {
    const { page, provider, info, wallet } = create(shape)
    expect(Object.keys(page).sort()).toEqual([own, ...registries].sort())
    const found = info.path.split('.').reduce<unknown>((bag, name) => Object(bag)[name], page)
    expect(found).toBe(provider)
    for (const name of registries) expect(page[name]).toMatchObject([{ id: info.path, name: info.name }])
    wallet.announce()
    for (const name of registries) expect(page[name]).toHaveLength(1)
    wallet.stop()
    for (const name of registries) expect(page[name]).toEqual([])
    expect(info.path.split('.').reduce<unknown>((bag, name) => Object(bag)[name], page)).toBeUndefined()
  })

  test('a list that is there is added to', () => {
    const target = Object.assign(new EventTarget(), { btc_providers: [{ id: 'other' }] })
    create('xverse', { target })
    expect(target.btc_providers.map(({ id }) => id)).toEqual(['other', 'XverseProviders.BitcoinProvider'])
  })
})

describe('xverse', () => {
  test('answers two addresses with a permission, silently from then on', async () => {
    const { call, control } = create('xverse')
    expect(await call('request', 'wallet_getAccount')).toMatchObject({ error: { code: -32002 } })
    const { result } = (await call('request', 'wallet_connect', {
      addresses: ['payment', 'ordinals'],
    })) as Answer
    expect(result?.addresses.map(({ purpose }) => purpose)).toEqual(['payment', 'ordinals'])
    expect(result?.addresses.map(({ address }) => address)).toEqual([
      control.state.accounts[0],
      control.state.ordinals[0],
    ])
    expect(control.state.accounts[0]).toMatch(/^3/)
    expect(control.state.ordinals[0]).toMatch(/^bc1p/)
    expect(await call('request', 'wallet_getAccount')).toMatchObject({ result })
  })

  test('refuses with -32000 in the envelope, and answers what it does not know with -32601', async () => {
    const { call } = create('xverse', { mode: 'reject' })
    expect(await call('request', 'wallet_connect', {})).toMatchObject({ error: { code: -32000 } })
    expect(await call('request', 'signPsbt', {})).toMatchObject({ error: { code: -32601 } })
  })

  test('signs by ECDSA unless it is asked for BIP-322', async () => {
    const { call, control } = create('xverse', { connected: true })
    const [address] = control.state.accounts
    const plain = await call('request', 'signMessage', { address, message: 'hello' })
    expect(plain).toMatchObject({ result: { protocol: 'ECDSA' } })
    const asked = await call('request', 'signMessage', { address, message: 'hello', protocol: 'BIP322' })
    expect(asked).toMatchObject({ result: { protocol: 'BIP322' } })
  })

  test('tells changes, with the addresses', async () => {
    const { call, control } = create('xverse', { connected: true })
    const heard: unknown[] = []
    for (const event of ['accountChange', 'networkChange', 'disconnect'])
      await call('addListener', { eventName: event, cb: (payload: unknown) => heard.push(payload) })
    control.switchAccount(1)
    control.switchNetwork('signet')
    control.revoke()
    expect(heard).toMatchObject([
      { type: 'accountChange', addresses: [{ purpose: 'payment' }, { purpose: 'ordinals' }] },
      { type: 'networkChange', bitcoin: { name: 'Signet' } },
      { type: 'disconnect' },
    ])
  })
})

describe('leather', () => {
  test('prompts at each question for addresses, and rejects with the envelope', async () => {
    const { call, control } = create('leather', { connected: true, mode: 'ask' })
    const asked = call('request', 'getAddresses')
    await control.waitForPending('getAddresses')
    control.approve()
    expect(await asked).toMatchObject({
      result: {
        addresses: [
          { symbol: 'BTC', type: 'p2wpkh' },
          { symbol: 'BTC', type: 'p2tr' },
        ],
      },
    })
    control.setMode('reject')
    await expect(call('request', 'getAddresses')).rejects.toMatchObject({ error: { code: -32000 } })
    await expect(call('request', 'wallet_getAccount')).rejects.toMatchObject({ error: { code: -32601 } })
  })

  test('signs for the account of a kind of address', async () => {
    const { call, control } = create('leather', { connected: true })
    const params = { message: 'hello', paymentType: 'p2tr' }
    expect(await call('request', 'signMessage', params)).toMatchObject({
      result: { address: control.state.ordinals[0] },
    })
    await expect(call('request', 'signMessage', { message: 'hello' })).rejects.toMatchObject({
      error: { code: -32602 },
    })
  })
})

describe('unisat', () => {
  test('shares one address, and none while it is locked', async () => {
    const { call, control } = create('unisat')
    expect(await call('getAccounts')).toEqual([])
    expect(await call('requestAccounts')).toEqual([control.state.accounts[0]])
    control.lock()
    expect(await call('getAccounts')).toEqual([])
  })

  test('tells its chain, moves, and tells both', async () => {
    const { call, control } = create('unisat', { connected: true })
    const heard: unknown[] = []
    for (const event of ['accountsChanged', 'networkChanged', 'chainChanged'])
      await call('on', event, (payload: unknown) => heard.push([event, payload]))
    expect(await call('getChain')).toMatchObject({ enum: 'BITCOIN_MAINNET', network: 'livenet' })
    await call('switchChain', 'BITCOIN_TESTNET4')
    expect(await call('getNetwork')).toBe('testnet')
    expect(heard).toMatchObject([
      ['networkChanged', 'testnet'],
      ['chainChanged', { enum: 'BITCOIN_TESTNET4' }],
      ['accountsChanged', [expect.stringMatching(/^tb1q/)]],
    ])
    await expect(call('switchChain', 'DOGECOIN')).rejects.toMatchObject({ code: -32602 })
    expect(control.requests.map(({ method }) => method)).toContain('switchChain')
  })

  test('refuses with 4001', async () => {
    const { call } = create('unisat', { mode: 'reject' })
    await expect(call('requestAccounts')).rejects.toMatchObject({ code: 4001 })
  })
})

test('a wallet remembers its account, network and site', () => {
  const kept = new Map<string, string>()
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  }
  const { control } = create('unisat', { memory: true, storage, connected: true })
  control.switchAccount(2)
  control.switchNetwork('regtest')
  const again = create('unisat', { memory: true, storage })
  expect(again.control.state).toMatchObject({ selected: 2, network: 'regtest', connected: true })
  expect(again.control.state.accounts[2]).toMatch(/^bcrt1q/)
})

test.each([
  { shape: 'phantom' as never },
  { shape: 'xverse' as const, accounts: 0 },
  { shape: 'xverse' as const, network: 'dogecoin' as never },
])('%j cannot be used', options => {
  expect(() => createSimulatedBitcoinWallet(options)).toThrow(TypeError)
})
