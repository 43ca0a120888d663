import { ed25519 } from '@noble/curves/ed25519.js'
import { address, createNoopSigner, lamports } from '@solana/kit'
import type {
  SolanaSignAndSendTransactionFeature,
  SolanaSignMessageFeature,
  SolanaSignTransactionFeature,
} from '@solana/wallet-standard-features'
import { getTransferSolInstruction } from '@solana-program/system'
import { getWallets } from '@wallet-standard/app'
import type { WalletWithFeatures } from '@wallet-standard/base'
import type { CaipNetworkId } from 'latchkey/contract'
import { parseBase58 } from 'latchkey/services'
import { LiteSVM } from 'litesvm'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createSolanaWallet } from '../../../../../packages/latchkey/src/embedded/createSolanaWallet.ts'
import { registerStandardWallet } from '../../../../../packages/latchkey/src/embedded/registerStandardWallet.ts'
import type { StandardWallet } from '../../../../../packages/latchkey/src/embedded/standardWallet.ts'
import { cluster, frameOf, makeTransaction, nodesOf, openSolanaPage } from './solana.fixture.ts'

/** The wallet as a page's own library has it: by Wallet Standard's types, not by ours. */
type Found = Omit<StandardWallet, 'features'> &
  WalletWithFeatures<
    SolanaSignMessageFeature &
      SolanaSignTransactionFeature &
      SolanaSignAndSendTransactionFeature &
      Pick<StandardWallet['features'], 'standard:connect' | 'standard:disconnect' | 'standard:events'>
  >

const info = { name: 'Latchkey', icon: 'data:image/svg+xml;base64,PHN2Zy8+' } as const
const friend = address('4uQeVj5tqViQh7yWWGStvkEG1Zmhx6uasJtWCJziofM')
const sol = 1_000_000_000n

let svm: LiteSVM
let world: Awaited<ReturnType<typeof openSolanaPage>>
let frame: ReturnType<typeof frameOf>
let stop: () => void
let wallet: Found

/** The library has one window for its life. */
const page = new EventTarget() as Window

beforeEach(async () => {
  vi.stubGlobal('window', page)
  svm = new LiteSVM()
  world = await openSolanaPage(nodesOf(svm))
  svm.airdrop(address(world.account), lamports(10n * sol))
  frame = frameOf(world)
  const networks: [CaipNetworkId] = [cluster]
  stop = registerStandardWallet(page, createSolanaWallet({ frame, networks, info }))
  wallet = getWallets().get()[0] as unknown as Found
})
afterEach(() => stop())

const transfer = (amount: bigint, version: 0 | 'legacy' = 0) =>
  makeTransaction({
    version,
    payer: world.account,
    blockhash: svm.latestBlockhash(),
    instructions: [
      getTransferSolInstruction({
        source: createNoopSigner(address(world.account)),
        destination: friend,
        amount,
      }),
    ],
  })

async function connect() {
  const { accounts } = await wallet.features['standard:connect'].connect()
  const [account] = accounts
  if (!account) throw new Error('no account')
  return account
}

test('is found by a page’s library, whichever of the two comes first, and unregisters again', () => {
  expect(getWallets().get()).toHaveLength(1)
  expect([wallet.name, wallet.version, wallet.chains, wallet.accounts]).toEqual([
    'Latchkey',
    '1.0.0',
    ['solana:devnet'],
    [],
  ])
  stop()
  expect(getWallets().get()).toHaveLength(0)
  const late = vi.fn()
  const other = new EventTarget() as unknown as Window
  const leave = registerStandardWallet(other, wallet as never)
  other.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: { register: late } }))
  expect(late).toHaveBeenCalledExactlyOnceWith(wallet)
  leave()
  other.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: { register: late } }))
  expect(late).toHaveBeenCalledOnce()
})

test('connects the account of the wallet’s key, silently only for a logged-in visitor, and reports its end', async () => {
  const changes: unknown[] = []
  wallet.features['standard:events'].on('change', ({ accounts }) => changes.push(accounts.length))
  frame.isLoggedIn = false
  expect(await wallet.features['standard:connect'].connect({ silent: true })).toEqual({ accounts: [] })
  await expect(wallet.features['standard:connect'].connect()).rejects.toMatchObject({ code: 4100 })
  frame.isLoggedIn = true
  const account = await connect()
  expect(account).toMatchObject({ address: world.account, chains: ['solana:devnet'] })
  expect(account.publicKey).toEqual(parseBase58(world.account, 32))
  frame.end()
  expect([wallet.accounts, changes]).toEqual([[], [1, 0]])
  await expect(
    wallet.features['solana:signMessage'].signMessage({ account, message: Uint8Array.of(65) }),
  ).rejects.toMatchObject({ code: 4100 })
  await wallet.features['standard:disconnect'].disconnect()
})

test.each([0, 'legacy'] as const)(
  'signs a transfer of another library, version %s, and the chain runs it',
  async version => {
    const account = await connect()
    const transaction = transfer(3n * sol, version)
    const [signed] = await wallet.features['solana:signTransaction'].signTransaction({
      account,
      transaction,
      chain: 'solana:devnet',
    })
    const wire = Buffer.from(signed?.signedTransaction ?? []).toString('base64')
    expect(await nodesOf(svm)('sendTransaction', [wire])).toBe('sent')
    expect(svm.getBalance(friend)).toBe(3n * sol)
    expect(svm.getBalance(address(world.account))).toBe(7n * sol - 5_000n)
    expect(world.shown).toMatchObject([{ title: 'Send 3 SOL', action: 'Sign', asksTwice: [] }])
    expect(world.shown[0]?.headline).toEqual({ who: { word: 'to', address: friend } })
    expect(world.shown[0]?.facts).toContainEqual({ label: 'Network fee, at most', value: '0.000005 SOL' })
  },
)

test('answers a sent transaction with its signature; another network’s nodes get nothing (T61)', async () => {
  const account = await connect()
  const send = wallet.features['solana:signAndSendTransaction']
  const [sent] = await send.signAndSendTransaction({
    account,
    transaction: transfer(sol),
    chain: 'solana:devnet',
  })
  expect(sent?.signature).toHaveLength(64)
  expect(svm.getBalance(friend)).toBe(sol)
  expect(world.shown[0]).toMatchObject({ title: 'Send 1 SOL', action: 'Send 1 SOL' })
  await expect(
    send.signAndSendTransaction({ account, transaction: transfer(sol), chain: 'solana:mainnet' }),
  ).rejects.toMatchObject({ code: 4901 })
  await expect(
    send.signAndSendTransaction({ account, transaction: transfer(100n * sol), chain: 'solana:devnet' }),
  ).rejects.toMatchObject({ code: -32_003 })
})

test('approves several at once, and joins the key once for them', async () => {
  const account = await connect()
  const asked = [1n, 2n].map(amount => ({ account, transaction: transfer(amount * sol) }))
  const signed = await wallet.features['solana:signTransaction'].signTransaction(...asked)
  for (const { signedTransaction } of signed)
    await nodesOf(svm)('sendTransaction', [Buffer.from(signedTransaction).toString('base64')])
  expect(svm.getBalance(friend)).toBe(3n * sol)
  expect(world.shown.map(({ title }) => title)).toEqual(['Sign 2 transactions'])
  expect(world.released).toHaveLength(1)
})

test('signs a message by the account, and never a transaction as one (T60)', async () => {
  const account = await connect()
  const { signMessage } = wallet.features['solana:signMessage']
  const message = new TextEncoder().encode('Hello')
  const [signed] = await signMessage({ account, message })
  expect(signed?.signedMessage).toEqual(message)
  expect(
    ed25519.verify(Uint8Array.from(signed?.signature ?? []), message, Uint8Array.from(account.publicKey)),
  ).toBe(true)
  for (const version of [0, 'legacy'] as const) {
    const whole = transfer(sol, version)
    for (const dressed of [whole, whole.slice(65), Uint8Array.of(0x81, ...whole.slice(66))])
      await expect(signMessage({ account, message: dressed })).rejects.toMatchObject({
        code: 4200,
        message: 'A transaction is not signed as a message.',
      })
  }
  expect(world.shown).toHaveLength(1)
})

test('signs nothing after a refusal', async () => {
  const account = await connect()
  world.refuses = true
  await expect(
    wallet.features['solana:signTransaction'].signTransaction({ account, transaction: transfer(sol) }),
  ).rejects.toMatchObject({ code: 4001 })
  expect(world.released).toEqual([])
})
