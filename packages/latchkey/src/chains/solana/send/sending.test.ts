/** Sending on the real VM: what is quoted is what happens, to the lamport. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TransferOrder } from '../../../contract/adapter.ts'
import { toCaipAddress } from '../../../contract/caip.ts'
import type { Transfer, TransferQuote } from '../../../contract/send.ts'
import {
  newKeys,
  type SolanaKeys,
  signWith,
  startTestSolana,
  type TestMint,
  type TestSolana,
} from '../../conformance/startTestSolana.ts'
import { transferOrder } from '../../conformance/transferOrder.ts'
import { fromBase64 } from '../../foreign/base64.ts'
import { longestTransaction } from '../longestTransaction.ts'
import { createSolanaPaying } from '../pay/createSolanaPaying.ts'
import type { SolanaWallet } from '../solanaWallet.ts'
import type { Broadcasts } from './broadcasts.ts'
import { createSolanaSending } from './createSolanaSending.ts'
import { decodeTransaction } from './decodeTransaction.ts'
import { isTransfer } from './isTransfer.ts'
import { programs } from './programs.ts'
import { referenceKey } from './referenceKey.ts'
import { sendTransfer } from './sendTransfer.ts'
import { tokenAddress } from './tokenAddress.ts'

const sol = 1_000_000_000n
/** Lamports that an account without data must hold. */
const minimum = 890_880n
const open = new AbortController().signal
let chain: TestSolana
let broadcasts: Broadcasts
let sender: SolanaKeys

beforeAll(async () => {
  chain = await startTestSolana()
})
afterAll(() => chain.stop())
beforeEach(async () => {
  broadcasts = new Map()
  chain.meddle(undefined)
  sender = newKeys()
  await chain.pay(sender.address, ['USDC', 'TOLL', 'MOSS'])
  await balance(sender.address, 10n * sol)
})

const sending = () => createSolanaSending(broadcasts)

function transferOf(to: string, value: bigint, token?: TestMint): Transfer {
  const asset = token ?? { symbol: 'SOL', decimals: 9 }
  const { symbol, decimals } = asset
  return {
    from: toCaipAddress(chain.caipNetworkId, sender.address),
    network: chain.network,
    to,
    asset: { symbol, decimals, ...(token && { address: token.address }) },
    amount: { value, decimals },
  }
}

const quoteOf = (transfer: Transfer, all = false) => sending().quote(chain.rpc, transfer, open, { all })

const signer = (keys = sender): SolanaWallet =>
  ({ signTransaction: async ({ transaction }) => signWith(keys, transaction) }) as SolanaWallet

async function send(
  transfer: Transfer,
  quote?: TransferQuote,
  more: Partial<TransferOrder> = {},
  wallet: SolanaWallet = signer(),
) {
  const nonce = await sending().nextNonce(chain.rpc, transfer.from)
  const order = transferOrder({ transfer, fee: quote?.fee, nonce, rpc: chain.rpc, ...more })
  return { nonce, ...(await sendTransfer(wallet, broadcasts, order)) }
}

async function outcome({ hash, nonce }: { readonly hash?: string | undefined; readonly nonce: string }) {
  const from = toCaipAddress(chain.caipNetworkId, sender.address)
  const read = () => sending().receipt(chain.rpc, { hash: hash ?? '', nonce, from })
  let receipt = await read()
  await expect.poll(async () => (receipt = await read()), { timeout: 5_000 }).toBeDefined()
  return receipt?.status
}

async function lamports(address: string): Promise<bigint> {
  const answer = (await chain.rpc('getBalance', [address, { commitment: 'confirmed' }])) as { value: number }
  return BigInt(answer.value)
}

const balance = (address: string, value: bigint) =>
  expect.poll(() => lamports(address), { timeout: 5_000 }).toBe(value)

async function tokens(owner: string, { address, program }: TestMint): Promise<bigint | undefined> {
  const account = tokenAddress(owner, address, program)
  const answer = (await chain
    .rpc('getTokenAccountBalance', [account, { commitment: 'confirmed' }])
    .catch(() => undefined)) as { value: { amount: string } } | undefined
  return answer && BigInt(answer.value.amount)
}

describe('SOL', () => {
  test('leaves with just the fee that was quoted, and reaches an account that was not there', async () => {
    const to = newKeys().address
    const transfer = transferOf(to, sol)
    const quote = await quoteOf(transfer)
    expect(quote).toMatchObject({
      simulation: { at: 'works', changes: [{ asset: { symbol: 'SOL' }, change: -sol }] },
      costs: [],
      notes: [],
    })
    expect(quote.refusal).toBeUndefined()
    expect(await outcome(await send(transfer, quote))).toBe('confirmed')
    await balance(to, sol)
    await balance(sender.address, 9n * sol - (quote.fee?.most.value ?? 0n))
  })

  test('all of it leaves nothing behind, to the lamport', async () => {
    const to = newKeys().address
    const { most, fee, refusal } = await quoteOf(transferOf(to, 1n), true)
    expect(refusal).toBeUndefined()
    expect(most?.value).toBe(10n * sol - (fee?.most.value ?? 0n))
    const all = { ...transferOf(to, most?.value ?? 0n) }
    const again = await quoteOf(all, true)
    expect(await outcome(await send(all, again))).toBe('confirmed')
    await balance(sender.address, 0n)
    await balance(to, most?.value ?? 0n)
  })

  test.each([
    ['too little for a new account', () => transferOf(newKeys().address, minimum - 1n), 'receiverMinimum'],
    ['just enough for a new account', () => transferOf(newKeys().address, minimum), undefined],
    ['the sender’s own account', () => transferOf(sender.address, sol), undefined],
    ['a token itself', () => transferOf(chain.tokens.usdc.address, sol), 'receiverIsToken'],
    [
      'an account for tokens',
      () => transferOf(tokenAddress(sender.address, chain.tokens.usdc.address, programs.token), sol),
      'receiverHoldsOther',
    ],
    ['a program', () => transferOf(programs.token, sol), 'receiverRuns'],
  ])('is refused before the wallet is asked where it must be: %s', async (_, transfer, kind) => {
    expect((await quoteOf(transfer())).refusal?.kind).toBe(kind)
  })

  test('the sender keeps the least amount or nothing', async () => {
    const { fee } = await quoteOf(transferOf(newKeys().address, sol))
    const whole = 10n * sol - (fee?.most.value ?? 0n)
    for (const [left, kind] of [
      [0n, undefined],
      [1n, 'senderMinimum'],
      [minimum - 1n, 'senderMinimum'],
      [minimum, undefined],
    ] as const) {
      const quote = await quoteOf(transferOf(newKeys().address, whole - left))
      expect(quote.refusal?.kind).toBe(kind)
      // The chain says the same.
      expect(quote.simulation.at).toBe(kind === undefined ? 'works' : 'fails')
    }
  })

  test('more than there is would fail, and says why', async () => {
    expect(await quoteOf(transferOf(newKeys().address, 11n * sol))).toMatchObject({
      simulation: { at: 'fails', reason: 'the account holds too little' },
    })
  })

  test('an address that no key holds is a program’s', async () => {
    const to = tokenAddress(newKeys().address, chain.tokens.usdc.address, programs.token)
    expect((await quoteOf(transferOf(to, sol))).notes).toEqual([{ kind: 'program' }])
  })
})

describe('tokens', () => {
  test('open an account for the receiver, and cost just what was quoted', async () => {
    const to = newKeys().address
    const transfer = transferOf(to, 2_500_000n, chain.tokens.usdc)
    const quote = await quoteOf(transfer)
    expect(quote.costs).toEqual([{ kind: 'deposit', amount: { value: 2_039_280n, decimals: 9 } }])
    expect(quote.simulation).toMatchObject({
      at: 'works',
      changes: [
        { asset: { address: chain.tokens.usdc.address }, change: -2_500_000n },
        { asset: { symbol: 'SOL' }, change: -2_039_280n },
      ],
    })
    expect(await outcome(await send(transfer, quote))).toBe('confirmed')
    expect(await tokens(to, chain.tokens.usdc)).toBe(2_500_000n)
    await balance(sender.address, 10n * sol - 2_039_280n - (quote.fee?.most.value ?? 0n))
    // The account is there now: it costs nothing more.
    const second = await quoteOf(transfer)
    expect(second.costs).toEqual([])
    expect(await outcome(await send(transfer, second))).toBe('confirmed')
    expect(await tokens(to, chain.tokens.usdc)).toBe(5_000_000n)
  })

  test('of Token-2022 that keep a fee say what arrives, and just that arrives', async () => {
    const to = newKeys().address
    const { toll } = chain.tokens
    const transfer = transferOf(to, 100_000_050n, toll)
    const quote = await quoteOf(transfer)
    // 1 %, rounded up.
    expect(quote.costs?.find(({ kind }) => kind === 'transferFee')).toEqual({
      kind: 'transferFee',
      amount: { value: 1_000_001n, decimals: 6 },
      arrives: { value: 99_000_049n, decimals: 6 },
    })
    const deposit = quote.costs?.find(({ kind }) => kind === 'deposit')?.amount.value ?? 0n
    expect(quote.simulation.at).toBe('works')
    expect(await outcome(await send(transfer, quote))).toBe('confirmed')
    expect(await tokens(to, toll)).toBe(99_000_049n)
    await balance(sender.address, 10n * sol - deposit - (quote.fee?.most.value ?? 0n))
    const capped = await quoteOf(transferOf(to, 800_000_000n, toll))
    expect(capped.costs?.[0]?.amount.value).toBe(5_000_000n)
  })

  test('get the memo that their receiver demands', async () => {
    const { moss } = chain.tokens
    const transfer = transferOf(chain.memoRecipient, 7n, moss)
    const before = (await tokens(chain.memoRecipient, moss)) ?? 0n
    const quote = await quoteOf(transfer)
    expect(quote).toMatchObject({
      notes: [{ kind: 'memo', text: 'Transfer' }],
      simulation: { at: 'works' },
      costs: [],
    })
    expect(await outcome(await send(transfer, quote))).toBe('confirmed')
    expect(await tokens(chain.memoRecipient, moss)).toBe(before + 7n)
  })

  test('go straight into a token account that is given as the receiver', async () => {
    const { usdc } = chain.tokens
    const owner = chain.accounts[1]?.address ?? ''
    const before = (await tokens(owner, usdc)) ?? 0n
    const transfer = transferOf(tokenAddress(owner, usdc.address, usdc.program), 3n, usdc)
    const quote = await quoteOf(transfer)
    expect(quote).toMatchObject({ notes: [{ kind: 'tokenAccount' }], costs: [] })
    expect(await outcome(await send(transfer, quote))).toBe('confirmed')
    expect(await tokens(owner, usdc)).toBe(before + 3n)
  })

  test('are refused where the chain would lose or refuse them', async () => {
    const { usdc, moss, toll } = chain.tokens
    const kindOf = async (transfer: Transfer) => (await quoteOf(transfer)).refusal?.kind
    expect(await kindOf(transferOf(moss.address, 1n, usdc))).toBe('receiverIsToken')
    expect(await kindOf(transferOf(tokenAddress(sender.address, toll.address, toll.program), 1n, usdc))).toBe(
      'receiverHoldsOther',
    )
    expect(await kindOf(transferOf(newKeys().address, 1n, { ...usdc, decimals: 9 }))).toBe('tokenDiffers')
    const none = { ...usdc, address: newKeys().address }
    expect(await kindOf(transferOf(newKeys().address, 1n, none))).toBe('tokenDiffers')
  })

  test('more than there is would fail, and says why', async () => {
    const { usdc } = chain.tokens
    expect(await quoteOf(transferOf(chain.visitor.address, 1_000_000_001n, usdc))).toMatchObject({
      simulation: { at: 'fails', reason: 'the account holds too little of the token' },
    })
  })
})

describe('a reference', () => {
  const reference = `0x${'07'.repeat(32)}`

  test.each([
    ['SOL', () => transferOf(newKeys().address, sol)],
    ['a token', () => transferOf(newKeys().address, 5n, chain.tokens.usdc)],
  ])('is a key among the accounts of %s, and the transfer is the same', async (_, plain) => {
    const transfer = { ...plain(), reference }
    const quote = await quoteOf(transfer)
    expect(quote).toMatchObject({ simulation: { at: 'works' } })
    const bytes = fromBase64(quote.fee?.details.transaction, longestTransaction)
    const seen = bytes && decodeTransaction(bytes)
    expect(seen?.instructions.at(-1)?.accounts.at(-1)).toBe(referenceKey(reference))
    expect(seen && isTransfer(seen, transfer)).toBe(true)
    expect(await outcome(await send(transfer, quote))).toBe('confirmed')
  })

  test('that is none is refused', () => {
    expect(() => referenceKey('0x07')).toThrowError(expect.objectContaining({ code: 'SEND_INCOMPLETE' }))
  })
})

test('a code of Solana Pay has receiver, amount, token, reference and label', () => {
  const { from: _, ...transfer } = transferOf(sender.address, 5n, chain.tokens.usdc)
  const reference = `0x${'07'.repeat(32)}`
  const text = createSolanaPaying().uri({ ...transfer, reference }, 'My shop')
  const url = new URL(text)
  expect([url.protocol, url.pathname]).toEqual(['solana:', sender.address])
  expect(text).toContain('label=My%20shop')
  expect(Object.fromEntries(url.searchParams)).toEqual({
    amount: '0.000005',
    'spl-token': chain.tokens.usdc.address,
    reference: referenceKey(reference),
    label: 'My shop',
  })
})

test('a mint says its own decimals, and any other account nothing', async () => {
  const { network } = chain
  const read = (address: string) => createSolanaPaying().token(chain.rpc, { network, address })
  expect(await read(chain.tokens.usdc.address)).toEqual({ decimals: 6 })
  expect(await read(sender.address)).toBeUndefined()
})
