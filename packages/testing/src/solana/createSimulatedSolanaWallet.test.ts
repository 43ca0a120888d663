import { ed25519 } from '@noble/curves/ed25519.js'
import { afterEach, describe, expect, it } from 'vitest'
import { testAddresses } from '../simulated/testAddresses.ts'
import type { SimulatedStandardAccount } from '../standard/createStandardObject.ts'
import { toBase58 } from './base58.ts'
import { createSimulatedSolanaWallet } from './createSimulatedSolanaWallet.ts'
import { publicKeyOf, solanaTestAccounts } from './solanaAccounts.ts'
import type { SimulatedSolanaOptions } from './solanaOptions.ts'

type Call = (...inputs: readonly unknown[]) => Promise<unknown>

const made: { stop(): void }[] = []
afterEach(() => {
  for (const each of made.splice(0)) each.stop()
})

function make(options: Partial<SimulatedSolanaOptions> = {}) {
  const wallet = createSimulatedSolanaWallet({
    name: 'Violet Wallet',
    target: new EventTarget(),
    memory: false,
    origin: 'https://shop.example',
    ...options,
  })
  made.push(wallet)
  const call = async (feature: string, method: string, ...inputs: readonly unknown[]): Promise<unknown> => {
    const run = wallet.standard.features[feature]?.[method] as Call | undefined
    if (!run) throw new Error(`The wallet has no ${feature}.`)
    return run(...inputs)
  }
  const connect = async (input?: object) =>
    (await call('standard:connect', 'connect', input)) as { accounts: readonly SimulatedStandardAccount[] }
  return { wallet, call, connect }
}

/** One signer, one instruction of a program that need not be there. */
function transaction(address: string): Uint8Array {
  const account = solanaTestAccounts.find(each => each.address === address)
  const key = account ? publicKeyOf(account) : new Uint8Array(32)
  const message = [1, 0, 1, 2, ...key, ...new Uint8Array(32).fill(9), ...new Uint8Array(32).fill(7), 0]
  return Uint8Array.from([1, ...new Uint8Array(64), ...message])
}

describe('a simulated Solana wallet', () => {
  it('has the keys of its addresses', () => {
    expect(solanaTestAccounts.map(each => toBase58(publicKeyOf(each)))).toEqual(testAddresses)
  })

  it('registers itself with libraries that were there first and with those that come', () => {
    const target = new EventTarget()
    const found: unknown[] = []
    const left: unknown[] = []
    const api = {
      register: (...wallets: readonly unknown[]) => {
        found.push(...wallets)
        return () => left.push(...wallets)
      },
    }
    target.addEventListener('wallet-standard:register-wallet', event => (event as CustomEvent).detail(api))
    const { wallet } = make({ target })
    target.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: api }))
    expect(found).toEqual([wallet.standard, wallet.standard])
    wallet.stop()
    target.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: api }))
    expect(found).toHaveLength(2)
    expect(left).toHaveLength(2)
  })

  it('connects, tells of it once, and is silent with a page that it does not know', async () => {
    const { wallet, call, connect } = make()
    const changes: unknown[] = []
    await call('standard:events', 'on', 'change', (change: unknown) => changes.push(change))
    expect(await connect({ silent: true })).toEqual({ accounts: [] })
    const { accounts } = await connect()
    expect(accounts.map(({ address }) => address)).toEqual(testAddresses.slice(0, 1))
    expect(changes).toEqual([{ accounts }])
    expect(wallet.standard.accounts).toEqual(accounts)
    await call('standard:disconnect', 'disconnect')
    expect(changes.at(-1)).toEqual({ accounts: [] })
  })

  it('connects silently where it ignores that, and lists late features then', async () => {
    const { wallet, connect } = make({ ignoresSilent: true, features: [], lateFeatures: ['solana:signIn'] })
    expect(Object.keys(wallet.standard.features)).not.toContain('solana:signIn')
    const { accounts } = await connect({ silent: true })
    expect(accounts[0]?.features).toEqual(['solana:signIn'])
    expect(Object.keys(wallet.standard.features)).toContain('solana:signIn')
  })

  it('signs messages and transactions with its key', async () => {
    const { call, connect } = make()
    const { accounts } = await connect()
    const [account] = accounts
    if (!account) expect.unreachable('connected')
    const message = new TextEncoder().encode('hello')
    const [signed] = (await call('solana:signMessage', 'signMessage', { account, message })) as [
      { signedMessage: Uint8Array; signature: Uint8Array },
    ]
    expect(signed.signedMessage).toEqual(message)
    expect(ed25519.verify(signed.signature, message, account.publicKey)).toBe(true)

    const wire = transaction(account.address)
    const input = { account, chain: 'solana:localnet', transaction: wire }
    const outputs = (await call('solana:signTransaction', 'signTransaction', input, input)) as {
      signedTransaction: Uint8Array
    }[]
    expect(outputs).toHaveLength(2)
    for (const { signedTransaction } of outputs)
      expect(
        ed25519.verify(signedTransaction.slice(1, 65), signedTransaction.slice(65), account.publicKey),
      ).toBe(true)
  })

  it('sends to the node of the chain and answers the signature', async () => {
    const posted: { url: string; body: { method: string; params: [string, object] } }[] = []
    const { call, connect } = make({
      chains: [{ id: 'solana:devnet' }, { id: 'solana:localnet', rpcUrl: 'http://node.example' }],
      post: async (url, body) => {
        posted.push({ url, body: JSON.parse(body) })
        return '{"jsonrpc":"2.0","id":1,"result":"sent"}'
      },
    })
    const [account] = (await connect()).accounts
    const input = {
      account,
      chain: 'solana:localnet',
      transaction: transaction(account?.address ?? ''),
      options: { skipPreflight: true },
    }
    const [sent] = (await call('solana:signAndSendTransaction', 'signAndSendTransaction', input)) as [
      { signature: Uint8Array },
    ]
    expect(posted).toMatchObject([
      {
        url: 'http://node.example',
        body: { method: 'sendTransaction', params: [{}, { encoding: 'base64', skipPreflight: true }] },
      },
    ])
    expect(atob(posted[0]?.body.params[0] ?? '')).toContain(String.fromCharCode(...sent.signature))
    await expect(
      call('solana:signAndSendTransaction', 'signAndSendTransaction', { ...input, chain: 'solana:devnet' }),
    ).rejects.toMatchObject({ code: 4901 })
  })

  it('connects and signs in with one prompt', async () => {
    const { wallet, call } = make({ mode: 'ask' })
    const input = {
      domain: 'shop.example',
      uri: 'https://shop.example/',
      nonce: 'abcdefgh',
      statement: 'Hello.',
    }
    const asked = call('solana:signIn', 'signIn', input)
    await wallet.control.waitForPending('solana:signIn')
    wallet.control.approve(undefined, { accounts: [1] })
    const [{ account, signedMessage, signature }] = (await asked) as [
      { account: SimulatedStandardAccount; signedMessage: Uint8Array; signature: Uint8Array },
    ]
    expect(account).toBe(wallet.standard.accounts[0])
    expect(account.address).toBe(testAddresses[1])
    expect(ed25519.verify(signature, signedMessage, account.publicKey)).toBe(true)
    expect(new TextDecoder().decode(signedMessage)).toBe(
      [
        'shop.example wants you to sign in with your Solana account:',
        testAddresses[1],
        '',
        'Hello.',
        '',
        'URI: https://shop.example/',
        'Nonce: abcdefgh',
      ].join('\n'),
    )
  })

  it.each([
    ['another site', { domain: 'evil.example' }],
    ['another origin', { uri: 'https://evil.example/' }],
    ['another time', { issuedAt: '2020-01-01T00:00:00Z' }],
  ])('refuses a sign-in of %s without a prompt', async (_what, input) => {
    const { wallet, call } = make({ mode: 'ask' })
    await expect(call('solana:signIn', 'signIn', input)).rejects.toMatchObject({ code: -32000 })
    expect(wallet.control.pending).toEqual([])
  })

  it('does not sign for an account that the site may not see, nor bytes that are no transaction', async () => {
    const { call, connect } = make()
    const [account] = (await connect()).accounts
    const stranger = { address: testAddresses[1] }
    const message = new Uint8Array(1)
    await expect(
      call('solana:signMessage', 'signMessage', { account: stranger, message }),
    ).rejects.toMatchObject({ code: 4100 })
    for (const bytes of [new Uint8Array(), new Uint8Array(100), transaction(testAddresses[1] ?? '')])
      await expect(
        call('solana:signTransaction', 'signTransaction', { account, transaction: bytes }),
      ).rejects.toMatchObject({ code: -32602 })
  })

  it('behaves as its script says', async () => {
    const { wallet, connect } = make({ script: { 'standard:connect': ['reject'] } })
    await expect(connect()).rejects.toMatchObject({ code: 4001 })
    wallet.control.next('standard:connect', 'malformed')
    expect(await connect()).toEqual({ accounts: null })
    wallet.control.next('standard:connect', 'disconnect')
    await expect(connect()).rejects.toMatchObject({ code: 4900 })
    expect(wallet.standard.accounts).toEqual([])
    wallet.control.reconnect()
    wallet.control.setAccounts([2, 0])
    expect(wallet.standard.accounts.map(({ address }) => address)).toEqual([
      testAddresses[2],
      testAddresses[0],
    ])
    wallet.control.lock()
    expect(wallet.standard.accounts).toEqual([])
    wallet.control.unlock()
    wallet.control.switchAccount(1)
    expect(wallet.standard.accounts[0]?.address).toBe(testAddresses[1])
    wallet.control.revoke()
    expect(wallet.control.state.authorised).toEqual([])
  })

  it('remembers between page loads', () => {
    const kept = new Map<string, string>()
    const storage = { getItem: (key: string) => kept.get(key) ?? null, setItem: kept.set.bind(kept) }
    make({ storage, memory: true }).wallet.control.setAccounts([1])
    expect(make({ storage, memory: true }).wallet.standard.accounts[0]?.address).toBe(testAddresses[1])
  })

  it.each<[string, object]>([
    ['no name', { name: undefined }],
    ['a chain of another ecosystem', { chains: [{ id: 'sui:mainnet' }] }],
    ['no chain', { chains: [] }],
    ['too many accounts', { accounts: 6 }],
    ['a seed that is short', { accounts: [[1, 2]] }],
    ['a feature that there is not', { features: ['solana:fly'] }],
  ])('refuses %s', (_what, options) => {
    expect(() => make(options)).toThrow(TypeError)
  })
})
