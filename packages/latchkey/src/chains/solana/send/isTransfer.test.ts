/** Whether a transaction on the chain is the transfer that was asked for: money is found again by this alone (F15, F19). */
import { expect, test } from 'vitest'
import { toCaipAddress } from '../../../contract/caip.ts'
import type { Transfer } from '../../../contract/send.ts'
import { newKeys, signWith } from '../../conformance/startTestSolana.ts'
import { decodeTransaction } from './decodeTransaction.ts'
import { encodeTransaction } from './encodeTransaction.ts'
import {
  addMemo,
  type Instruction,
  openTokenAccount,
  setComputePrice,
  type TokenMove,
  transferLamports,
  transferTokens,
} from './instructions.ts'
import { isTransfer } from './isTransfer.ts'
import { programs } from './programs.ts'
import { tokenAddress } from './tokenAddress.ts'

const chainId = 'solana:9Zw6HVRkNu8Bw6F8PuTR8UykxjYhoBHu'
const keys = newKeys()
const [to, other, mint, otherMint, holding] = [1, 2, 3, 4, 5].map(() => newKeys().address) as [
  string,
  string,
  string,
  string,
  string,
]
const program = programs.token2022
const network: Transfer['network'] = {
  chainNamespace: 'solana',
  caipNetworkId: chainId,
  id: 'dogwood',
  name: 'Dogwood',
  nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
  rpcUrls: { default: { http: [] } },
}
const base = { from: toCaipAddress(chainId, keys.address), network, to }
const lamports: Transfer = {
  ...base,
  asset: { symbol: 'SOL', decimals: 9 },
  amount: { value: 5n, decimals: 9 },
}
const tokens: Transfer = {
  ...base,
  asset: { symbol: 'USDC', decimals: 6, address: mint },
  amount: { value: 5n, decimals: 6 },
}

function isThis(transfer: Transfer, instructions: readonly Instruction[], by = keys): boolean {
  const made = encodeTransaction({ payer: by.address, blockhash: other, instructions })
  const seen = decodeTransaction(signWith(by, made))
  return seen ? isTransfer(seen, transfer) : expect.unreachable('a transaction')
}

const sol = (amount: bigint, receiver = to, from = keys.address) => transferLamports(from, receiver, amount)
const account = tokenAddress(to, mint, program)
const token = (change: Partial<TokenMove> = {}) =>
  transferTokens({
    program,
    mint,
    source: holding,
    destination: account,
    owner: keys.address,
    amount: 5n,
    decimals: 6,
    ...change,
  })
const opening = openTokenAccount({ payer: keys.address, account, owner: to, mint, program })
const stranger: Instruction = { program: other, accounts: [], data: Uint8Array.of(1) }

test.each<[what: string, instructions: readonly Instruction[], is: boolean]>([
  ['itself', [sol(5n)], true],
  [
    'itself with a price, a memo and in two parts',
    [setComputePrice(9n), sol(2n), addMemo('hi'), sol(3n)],
    true,
  ],
  ['another amount', [sol(6n)], false],
  ['itself twice', [sol(5n), sol(5n)], false],
  ['to another receiver', [sol(5n, other)], false],
  ['itself and something that is not known', [sol(5n), stranger], false],
  ['itself and a transfer to another receiver', [sol(5n), sol(1n, other)], false],
  ['nothing', [addMemo('hi')], false],
  ['tokens of the same amount', [token()], false],
])('SOL: %s', (_, instructions, is) => {
  expect(isThis(lamports, instructions)).toBe(is)
})

test.each<[what: string, instructions: readonly Instruction[], is: boolean]>([
  ['itself', [token()], true],
  ['itself with its fee and the account that it opens', [opening, token({ fee: 1n })], true],
  ['into the account that was given', [token({ destination: to })], true],
  ['from two accounts', [token({ amount: 2n }), token({ amount: 3n, source: other })], true],
  ['another amount', [token({ amount: 6n })], false],
  ['another token', [token({ mint: otherMint })], false],
  ['to an account for another token', [token({ destination: tokenAddress(to, otherMint, program) })], false],
  ['into another account', [token({ destination: other })], false],
  ['by another program', [token({ program: other })], false],
  ['SOL of the same amount', [sol(5n)], false],
])('tokens: %s', (_, instructions, is) => {
  expect(isThis(tokens, instructions)).toBe(is)
})

test('what another account pays for, or moves, is not the sender’s', () => {
  const payer = newKeys()
  expect(isThis(lamports, [sol(5n)], payer)).toBe(false)
  expect(isThis(lamports, [sol(5n, to, payer.address)])).toBe(false)
  expect(isThis(tokens, [token({ owner: payer.address })])).toBe(false)
})
