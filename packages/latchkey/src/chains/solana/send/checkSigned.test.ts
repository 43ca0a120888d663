/** What a wallet may change of a transaction, and what it may not (decision 070). */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newKeys, signWith } from '../../conformance/startTestSolana.ts'
import { checkSigned } from './checkSigned.ts'
import { encodeTransaction, type TransactionParts } from './encodeTransaction.ts'
import {
  addMemo,
  type Instruction,
  setComputeLimit,
  setComputePrice,
  transferLamports,
} from './instructions.ts'
import { programs } from './programs.ts'

const keys = newKeys()
const to = newKeys().address
const blockhash = newKeys().address
const move = transferLamports(keys.address, to, 5n)
const asked: TransactionParts = {
  payer: keys.address,
  blockhash,
  instructions: [setComputeLimit(20_000), setComputePrice(1n), move],
}
const guard: Instruction = { program: programs.lighthouse, accounts: [], data: Uint8Array.of(7) }

const differs = (answer: Uint8Array): unknown => {
  try {
    checkSigned(encodeTransaction(asked), answer)
  } catch (cause) {
    expect(cause).toMatchObject({ code: 'WALLET_BAD_ANSWER' })
    return (cause as { context: { differs: string } }).context.differs
  }
}
const signed = (parts: Partial<TransactionParts>) => signWith(keys, encodeTransaction({ ...asked, ...parts }))

test.each<[what: string, parts: Partial<TransactionParts>, difference: string | undefined]>([
  ['nothing is changed', {}, undefined],
  ['the price is another', { instructions: [setComputeLimit(9), setComputePrice(9n), move] }, undefined],
  ['the price is gone', { instructions: [move] }, undefined],
  ['guards are added', { instructions: [guard, ...asked.instructions, guard] }, undefined],
  ['the amount is another', { instructions: [transferLamports(keys.address, to, 6n)] }, 'instructions'],
  [
    'the receiver is another',
    { instructions: [transferLamports(keys.address, blockhash, 5n)] },
    'instructions',
  ],
  ['it is done twice', { instructions: [move, move] }, 'instructions'],
  ['it is not done', { instructions: [setComputeLimit(9)] }, 'instructions'],
  [
    'a second transfer is added',
    { instructions: [move, transferLamports(keys.address, blockhash, 1n)] },
    'instructions',
  ],
  ['words are added', { instructions: [move, addMemo('hello')] }, 'instructions'],
  ['the blockhash is another', { blockhash: to }, 'blockhash'],
])('%s', (_, parts, difference) => {
  expect(differs(signed(parts))).toBe(difference)
})

test('another payer, more signers or no signature at all are no answer', () => {
  const other = newKeys()
  const instructions = [transferLamports(keys.address, to, 5n)]
  const sponsored = encodeTransaction({ payer: other.address, blockhash, instructions })
  expect(differs(signWith(other, sponsored))).toBe('payer')
  const more: Instruction = {
    ...guard,
    accounts: [{ address: other.address, signer: true, writable: false }],
  }
  expect(differs(signed({ instructions: [move, more] }))).toBe('signatures')
  expect(differs(encodeTransaction(asked))).toBe('signatures')
})

test('the newer form is an answer as long as it names no accounts by tables of the chain', () => {
  const legacy = encodeTransaction(asked)
  const newer = (...tables: readonly number[]) =>
    signWith(keys, Uint8Array.of(...legacy.subarray(0, 65), 128, ...legacy.subarray(65), ...tables))
  expect(differs(newer(0))).toBe(undefined)
  const table = Array.from({ length: 32 }, () => 7)
  expect(differs(newer(1, ...table, 1, 0, 0))).toBe('tables')
})

test('bytes that are no transaction are no answer', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 2_000 }), bytes => {
      expect(differs(bytes)).toBeDefined()
    }),
  )
})
