import { createHash } from 'node:crypto'
import {
  AccountRole,
  address,
  appendTransactionMessageInstructions,
  type Blockhash,
  compileTransactionMessage,
  createTransactionMessage,
  getCompiledTransactionMessageEncoder,
  type Instruction,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit'
import fc from 'fast-check'
import { formatBase58 } from 'latchkey/services'
import { expect, it } from 'vitest'
import { judgeSigned, needsPasskey } from './judgeSigned.ts'
import { readSigningPolicy, type SigningPolicy } from './signingPolicy.ts'

const keyOf = (byte: number) => address(formatBase58(new Uint8Array(32).fill(byte)))
const me = keyOf(1)
const friend = keyOf(2)
const stranger = keyOf(3)
const purse = keyOf(4)
const friendPurse = keyOf(5)
const mint = keyOf(6)
const other = keyOf(7)
const program = keyOf(8)
const system = address('11111111111111111111111111111111')
const tokenProgram = address('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA')
const token2022 = address('TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb')
const accounts = address('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL')
const budget = address('ComputeBudget111111111111111111111111111111')
const memo = address('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr')

const le = (value: bigint | number, length: number) =>
  Array.from({ length }, (_, at) => Number((BigInt(value) >> BigInt(8 * at)) & 255n))
const call = (
  programAddress: typeof me,
  data: readonly number[],
  named: readonly (typeof me)[],
): Instruction => ({
  programAddress,
  data: Uint8Array.from(data),
  accounts: named.map(each => ({
    address: each,
    role: each === me ? AccountRole.WRITABLE_SIGNER : AccountRole.WRITABLE,
  })),
})
const transfer = (amount: bigint, to = friend) => call(system, [...le(2, 4), ...le(amount, 8)], [me, to])
const sendTokens = (amount: bigint, to = friendPurse, of = mint) =>
  call(tokenProgram, [12, ...le(amount, 8), 6], [purse, of, to, me])
const make = (owner = friend, of = mint) => call(accounts, [1], [me, friendPurse, owner, of])

const hexOf = (instructions: readonly Instruction[], version: 0 | 'legacy' = 0) =>
  Buffer.from(
    getCompiledTransactionMessageEncoder().encode(
      compileTransactionMessage(
        pipe(
          createTransactionMessage({ version }),
          empty => setTransactionMessageFeePayer(me, empty),
          paid =>
            setTransactionMessageLifetimeUsingBlockhash(
              { blockhash: other as string as Blockhash, lastValidBlockHeight: 1n },
              paid,
            ),
          lasting => appendTransactionMessageInstructions(instructions, lasting),
        ),
      ),
    ) as Uint8Array,
  ).toString('hex')

const toldOf = (bytes: string) => ({
  signed: { is: 'solana' as const, bytes },
  request: createHash('sha256').update(Buffer.from(bytes, 'hex')).digest('hex'),
})

function policyOf(solana: unknown, more: object = {}): SigningPolicy {
  const policy = readSigningPolicy({ networks: {}, solana, ...more })
  if (policy === undefined) throw new Error('no policy')
  return policy
}
const strict = policyOf({
  mostValue: '100',
  tokens: { [mint]: '50' },
  receivers: [friend],
  programs: [program],
})
const judge = (instructions: readonly Instruction[], policy = strict, version: 0 | 'legacy' = 0) =>
  judgeSigned(policy, toldOf(hexOf(instructions, version)))

it.each<readonly [string, readonly Instruction[], string | undefined]>([
  ['a transfer within the limit', [transfer(100n)], undefined],
  ['two that are more together', [transfer(60n), transfer(60n)], 'value'],
  ['more than the limit', [transfer(101n)], 'value'],
  ['all that there can be', [transfer(2n ** 64n - 1n)], 'value'],
  ['another receiver', [transfer(1n, stranger)], 'receiver'],
  [
    'with a budget and a note',
    [call(budget, [2, ...le(9, 4)], []), call(memo, [104], []), transfer(1n)],
    undefined,
  ],
  ['tokens to an account that the transaction makes', [make(), sendTokens(50n)], undefined],
  ['tokens to an account of someone', [sendTokens(50n)], 'receiver'],
  ['an account for someone else', [make(stranger), sendTokens(1n)], 'receiver'],
  ['more tokens than the limit', [make(), sendTokens(51n)], 'value'],
  ['tokens on no list', [sendTokens(1n, friendPurse, other)], 'call'],
  ['an account of tokens on no list', [make(friend, other)], 'call'],
  [
    'a transfer that names no token',
    [call(tokenProgram, [3, ...le(1, 8)], [purse, friendPurse, me])],
    'call',
  ],
  ['an allowance', [call(tokenProgram, [13, ...le(1, 8), 6], [purse, mint, friend, me])], 'call'],
  ['an account of tokens handed over', [call(tokenProgram, [6, 2, 0], [purse, me])], 'call'],
  ['the account handed over', [call(system, [...le(1, 4), ...Array(32).fill(9)], [me])], 'call'],
  ['a nonce, with which it never expires', [call(system, le(4, 4), [other, stranger, me])], 'call'],
  [
    'an instruction of a token beside its data',
    [call(tokenProgram, [12, ...le(1, 8), 6, 0], [purse, mint, friendPurse, me])],
    'call',
  ],
  [
    'a transfer with its fee',
    [make(), call(token2022, [26, 1, ...le(50, 8), 6, ...le(1, 8)], [purse, mint, friendPurse, me])],
    undefined,
  ],
  ['a program that may be called', [call(program, [1, 2, 3], [me, stranger])], undefined],
  ['a program that may not', [call(other, [1], [me])], 'call'],
])('T82: judges %s', (_name, instructions, refusal) => {
  expect(judge(instructions)).toBe(refusal)
  expect(judge(instructions, strict, 'legacy')).toBe(refusal)
})

it('judges each of several transactions by itself', () => {
  const several = (...all: (readonly Instruction[])[]) =>
    judgeSigned(strict, toldOf(all.map(each => hexOf(each)).join('')))
  expect(several([transfer(100n)], [transfer(100n)])).toBeUndefined()
  expect(several([transfer(1n)], [transfer(101n)])).toBe('value')
  expect(judgeSigned(strict, toldOf(`${hexOf([transfer(1n)])}00`))).toBe('call')
})

it('lets no accounts of a table pass as known ones', () => {
  const lookup = {
    address: friend,
    role: AccountRole.WRITABLE as const,
    lookupTableAddress: other,
    addressIndex: 0,
  }
  const hidden = { ...transfer(1n), accounts: [{ address: me, role: AccountRole.WRITABLE_SIGNER }, lookup] }
  expect(judge([hidden as Instruction])).toBe('receiver')
})

it('judges a text as a message, and nothing that could be a transaction', () => {
  const text = Buffer.from('shop.example wants you to sign in with your Solana account:').toString('hex')
  expect(judgeSigned(policyOf(false), toldOf(text))).toBeUndefined()
  expect(judgeSigned(policyOf(true, { messages: false }), toldOf(text))).toBe('kind')
  for (const bytes of ['00', '0100', '81ff', '7fff', hexOf([transfer(1n)])])
    expect(judgeSigned(policyOf(false), toldOf(bytes))).toBe('kind')
  expect(judgeSigned(strict, toldOf('0100'))).toBe('call')
})

it('wants a passkey above its limits, and for a program that is not read', () => {
  const careful = policyOf({
    mostValue: '100',
    tokens: { [mint]: '50' },
    passkeyAbove: '20',
    passkeyTokensAbove: { [mint]: '5' },
    programs: [program],
  })
  const needs = (...instructions: Instruction[]) => needsPasskey(careful, toldOf(hexOf(instructions)).signed)
  expect([needs(transfer(20n)), needs(transfer(21n)), needs(transfer(15n), transfer(6n))]).toEqual([
    false,
    true,
    true,
  ])
  expect([needs(sendTokens(5n)), needs(sendTokens(6n)), needs(call(program, [1], [me]))]).toEqual([
    false,
    true,
    true,
  ])
})

it.each([{ mostValue: '-1' }, { receivers: [`${me}0`] }, { tokens: { x: '1' } }, { other: 1 }, 'yes'])(
  'refuses the rules %j',
  solana => expect(readSigningPolicy({ networks: {}, solana })).toBeUndefined(),
)

it('reads any bytes without a fault', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), bytes => {
      const refusal = judgeSigned(strict, toldOf(Buffer.from(bytes).toString('hex')))
      expect([undefined, 'call', 'value', 'receiver']).toContain(refusal)
    }),
  )
})
