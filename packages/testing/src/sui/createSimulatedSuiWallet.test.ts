import { afterEach, expect, it } from 'vitest'
import type { SimulatedStandardAccount } from '../standard/createStandardObject.ts'
import { createSimulatedSuiWallet } from './createSimulatedSuiWallet.ts'
import { suiAccountOf, suiTestAccounts } from './suiAccounts.ts'
import type { SimulatedSuiOptions } from './suiOptions.ts'

type Call = (input?: unknown) => Promise<unknown>

const made: { stop(): void }[] = []
afterEach(() => {
  for (const each of made.splice(0)) each.stop()
})

function make(options: Partial<SimulatedSuiOptions> = {}) {
  const wallet = createSimulatedSuiWallet({
    name: 'Hazel Wallet',
    target: new EventTarget(),
    memory: false,
    ...options,
  })
  made.push(wallet)
  const call = async (feature: string, method: string, input?: unknown): Promise<unknown> => {
    const run = wallet.standard.features[feature]?.[method] as Call | undefined
    if (!run) throw new Error(`The wallet has no ${feature}.`)
    return run(input)
  }
  const connect = async (input?: object) =>
    (await call('standard:connect', 'connect', input)) as { accounts: readonly SimulatedStandardAccount[] }
  return { wallet, call, connect }
}

const message = new TextEncoder().encode('hello')

it('has an account of each scheme, with the flag of it before the key', () => {
  expect(suiTestAccounts.map(({ scheme }) => scheme)).toEqual([
    'ed25519',
    'secp256k1',
    'secp256r1',
    'ed25519',
    'ed25519',
  ])
  expect(suiTestAccounts[0]?.address).toBe(
    '0x29dfbf688abce7ab43bb8e70cae158ae961196e721440f515482f8ba1684390f',
  )
  const { wallet } = make({ connected: true, id: 'hazel' })
  expect(wallet.standard.id).toBe('hazel')
  expect(wallet.standard.accounts[0]?.publicKey).toHaveLength(33)
})

it('registers itself with the libraries of a page', () => {
  const target = new EventTarget()
  const found: unknown[] = []
  target.addEventListener('wallet-standard:register-wallet', event =>
    (event as CustomEvent).detail({ register: (...wallets: readonly unknown[]) => found.push(...wallets) }),
  )
  expect(make({ target }).wallet.standard).toBe(found[0])
})

it('connects, signs personal messages and answers the bytes with the signature', async () => {
  const { wallet, call, connect } = make({ mode: 'ask' })
  const connecting = connect()
  await wallet.control.waitForPending('standard:connect')
  wallet.control.approve()
  const [account] = (await connecting).accounts
  const signing = call('sui:signPersonalMessage', 'signPersonalMessage', {
    account,
    message,
    chain: 'sui:localnet',
  })
  await wallet.control.waitForPending('sui:signPersonalMessage')
  wallet.control.approve()
  const { bytes, signature } = (await signing) as { bytes: string; signature: string }
  expect(bytes).toBe('aGVsbG8=')
  expect(atob(signature)).toHaveLength(97)
  expect(wallet.control.requests.at(-1)?.params).toEqual({
    account: account?.address,
    chain: 'sui:localnet',
    message: 'aGVsbG8=',
  })
})

it('signs another message where an option says so, and hides that where it says so', async () => {
  for (const [hidesIt, bytes] of [
    [false, 'ZXZpbA=='],
    [true, 'aGVsbG8='],
  ] as const) {
    const { call, connect } = make({ signsInstead: { message: 'evil', hidesIt } })
    const [account] = (await connect()).accounts
    const answer = await call('sui:signPersonalMessage', 'signPersonalMessage', { account, message })
    expect(answer).toMatchObject({ bytes })
  }
})

it('refuses a stranger, a chain that it does not have, and what are no bytes', async () => {
  const { call, connect } = make()
  const sign = (input: object) => call('sui:signPersonalMessage', 'signPersonalMessage', input)
  const [account] = (await connect()).accounts
  await expect(sign({ account: { address: '0x2' }, message })).rejects.toMatchObject({ code: 4100 })
  await expect(sign({ account, message, chain: 'sui:mainnet' })).rejects.toMatchObject({ code: 4901 })
  await expect(sign({ account, message: 'hello' })).rejects.toMatchObject({ code: -32602 })
})

it('signs the bytes that are built of a transaction’s JSON, and refuses each one without a builder', async () => {
  const features = ['sui:signTransaction'] as const
  const transaction = { toJSON: async () => '{"version":2}' }
  const build = async (json: string) => new TextEncoder().encode(json)
  const { call, connect } = make({ features, build })
  const [account] = (await connect()).accounts
  const order = { account, transaction, chain: 'sui:localnet' }
  const answer = await call('sui:signTransaction', 'signTransaction', order)
  expect(answer).toMatchObject({ bytes: btoa('{"version":2}'), signature: expect.stringMatching(/^A/) })
  const none = call('sui:signTransaction', 'signTransaction', { account, chain: 'sui:localnet' })
  await expect(none).rejects.toMatchObject({ code: -32602 })
  const poor = make({ features })
  const [other] = (await poor.connect()).accounts
  const refused = poor.call('sui:signTransaction', 'signTransaction', { ...order, account: other })
  await expect(refused).rejects.toMatchObject({ code: 4200 })
})

it('lists late features once it is connected', async () => {
  const { wallet, connect } = make({
    features: ['sui:signMessage'],
    lateFeatures: ['sui:signPersonalMessage'],
  })
  expect(Object.keys(wallet.standard.features)).not.toContain('sui:signPersonalMessage')
  await connect()
  expect(Object.keys(wallet.standard.features)).toContain('sui:signPersonalMessage')
})

it.each<[string, object]>([
  ['no name', { name: undefined }],
  ['a chain of another ecosystem', { chains: ['solana:mainnet'] }],
  ['no chain', { chains: [] }],
  ['too many accounts', { accounts: 6 }],
  ['no account', { accounts: [] }],
  ['a seed that is short', { accounts: [{ scheme: 'ed25519', seed: [1, 2] }] }],
  ['a feature that there is not', { features: ['sui:fly'] }],
])('refuses %s', (_what, options) => {
  expect(() => make(options)).toThrow(TypeError)
})

it('refuses a scheme that there is not', () => {
  expect(() => suiAccountOf({ scheme: 'bls' as never, seed: [] })).toThrow(TypeError)
})
