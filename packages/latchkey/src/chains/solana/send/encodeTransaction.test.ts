/** Our encoders against the ecosystem's own: byte for byte. */
import {
  AccountRole,
  type Address,
  address,
  appendTransactionMessageInstructions,
  type Blockhash,
  compileTransaction,
  createNoopSigner,
  createTransactionMessage,
  getAddressDecoder,
  getTransactionDecoder,
  getTransactionEncoder,
  isOffCurveAddress,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
  type TransactionVersion,
} from '@solana/kit'
import { getAddMemoInstruction } from '@solana-program/memo'
import { getTransferSolInstruction } from '@solana-program/system'
import {
  findAssociatedTokenPda,
  getCreateAssociatedTokenIdempotentInstruction,
  getTransferCheckedInstruction,
} from '@solana-program/token'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatBase58 } from '../../../contract/base58.ts'
import { decodeTransaction } from './decodeTransaction.ts'
import { encodeTransaction } from './encodeTransaction.ts'
import {
  addMemo,
  type Instruction,
  openTokenAccount,
  setComputeLimit,
  setComputePrice,
  transferLamports,
  transferTokens,
} from './instructions.ts'
import { programs } from './programs.ts'
import { isOnCurve, tokenAddress } from './tokenAddress.ts'

const addresses = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map(bytes => formatBase58(bytes))
  .filter(text => text !== programs.system)
const amounts = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })
const tokenPrograms = fc.constantFrom(programs.token, programs.token2022)
const at = (text: string) => address(text)

type KitInstruction = Parameters<typeof appendTransactionMessageInstructions>[0][number]

function kitTransaction(
  payer: string,
  blockhash: string,
  instructions: readonly KitInstruction[],
  version: TransactionVersion = 'legacy',
) {
  const message = pipe(
    createTransactionMessage({ version: version as 'legacy' }),
    each => setTransactionMessageFeePayer(at(payer), each),
    each =>
      setTransactionMessageLifetimeUsingBlockhash(
        { blockhash: blockhash as Blockhash, lastValidBlockHeight: 1n },
        each,
      ),
    each => appendTransactionMessageInstructions([...instructions], each),
  )
  return new Uint8Array(getTransactionEncoder().encode(compileTransaction(message)))
}

function toKit({ program, accounts, data }: Instruction): KitInstruction {
  const role = (signer: boolean, writable: boolean) =>
    signer
      ? writable
        ? AccountRole.WRITABLE_SIGNER
        : AccountRole.READONLY_SIGNER
      : writable
        ? AccountRole.WRITABLE
        : AccountRole.READONLY
  return {
    programAddress: at(program),
    accounts: accounts.map(each => ({
      address: at(each.address),
      role: role(each.signer, each.writable),
    })),
    data,
  }
}

describe('our transactions are the bytes that the official client makes', () => {
  test('of SOL', () => {
    fc.assert(
      fc.property(addresses, addresses, addresses, amounts, (from, to, blockhash, lamports) => {
        const own = encodeTransaction({
          payer: from,
          blockhash,
          instructions: [transferLamports(from, to, lamports)],
        })
        const transfer = getTransferSolInstruction({
          source: createNoopSigner(at(from)),
          destination: at(to),
          amount: lamports,
        })
        expect(own).toEqual(kitTransaction(from, blockhash, [transfer]))
      }),
    )
  })

  test('of tokens, into an account that is opened for them, with a memo', () => {
    fc.assert(
      fc.property(
        fc.record({ from: addresses, to: addresses, mint: addresses, source: addresses, account: addresses }),
        fc.record({ amount: amounts, decimals: fc.nat(255), memo: fc.string(), program: tokenPrograms }),
        addresses,
        ({ from, to, mint, source, account }, { amount, decimals, memo, program }, blockhash) => {
          const own = encodeTransaction({
            payer: from,
            blockhash,
            instructions: [
              openTokenAccount({ payer: from, account, owner: to, mint, program }),
              addMemo(memo),
              transferTokens({ program, mint, source, destination: account, owner: from, amount, decimals }),
            ],
          })
          const payer = createNoopSigner(at(from))
          const where = { programAddress: at(program) as Address<typeof programs.token> }
          const theirs = [
            getCreateAssociatedTokenIdempotentInstruction({
              payer,
              ata: at(account),
              owner: at(to),
              mint: at(mint),
              tokenProgram: at(program),
            }),
            getAddMemoInstruction({ memo }, { programAddress: at(programs.memo) as never }),
            getTransferCheckedInstruction(
              {
                source: at(source),
                mint: at(mint),
                destination: at(account),
                authority: payer,
                amount,
                decimals,
              },
              where,
            ),
          ]
          expect(own).toEqual(kitTransaction(from, blockhash, theirs))
        },
      ),
    )
  })

  test('of any instructions, read back as they were', () => {
    const use = fc.record({ address: addresses, signer: fc.constant(false), writable: fc.boolean() })
    const instruction: fc.Arbitrary<Instruction> = fc.record({
      program: addresses,
      accounts: fc.array(use, { maxLength: 6 }),
      data: fc.uint8Array({ maxLength: 150 }),
    })
    fc.assert(
      fc.property(
        addresses,
        addresses,
        fc.array(instruction, { maxLength: 2 }),
        fc.nat(1_400_000),
        amounts,
        (payer, blockhash, some, limit, price) => {
          const instructions = [setComputeLimit(limit), setComputePrice(price), ...some]
          const own = encodeTransaction({ payer, blockhash, instructions })
          expect(own).toEqual(kitTransaction(payer, blockhash, instructions.map(toKit)))
          const seen = decodeTransaction(own)
          if (own.length > 1232) return expect(seen).toBeUndefined()
          expect(seen).toMatchObject({ payer, blockhash, hasTables: false })
          expect(
            seen?.instructions.map(({ program, accounts, data }) => [program, accounts, [...data]]),
          ).toEqual(
            instructions.map(({ program, accounts, data }) => [
              program,
              accounts.map(each => each.address),
              [...data],
            ]),
          )
          expect(getTransactionDecoder().decode(own).messageBytes).toEqual(own.subarray(65))
        },
      ),
    )
  })
})

test('the fee of a token that takes one is in the instruction, in its program’s own form', () => {
  const move = {
    program: programs.token2022,
    mint: programs.memo,
    source: programs.token,
    destination: programs.lighthouse,
    owner: programs.tokenAccounts,
    amount: 258n,
    decimals: 6,
    fee: 3n,
  }
  expect([...transferTokens(move).data]).toEqual([26, 1, 2, 1, 0, 0, 0, 0, 0, 0, 6, 3, 0, 0, 0, 0, 0, 0, 0])
})

test('a version 0 transaction is read like a legacy one', () => {
  const [from = '', to = '', blockhash = ''] = fc.sample(addresses, 3)
  const instruction = transferLamports(from, to, 5n)
  const bytes = kitTransaction(from, blockhash, [toKit(instruction)], 0 as TransactionVersion)
  expect(bytes[65]).toBe(128)
  expect(decodeTransaction(bytes)).toMatchObject({ payer: from, blockhash, hasTables: false })
  expect(decodeTransaction(bytes)?.instructions[0]).toMatchObject({
    program: programs.system,
    accounts: [from, to],
    data: instruction.data,
  })
})

test('nothing but a whole transaction is read', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), bytes => {
      const seen = decodeTransaction(bytes)
      expect(seen === undefined || seen.payer.length > 31).toBe(true)
    }),
  )
  const [from = '', to = ''] = fc.sample(addresses, 2)
  const whole = encodeTransaction({ payer: from, instructions: [transferLamports(from, to, 5n)] })
  for (let length = 0; length < whole.length; length++)
    expect(decodeTransaction(whole.subarray(0, length))).toBeUndefined()
  expect(decodeTransaction(Uint8Array.of(...whole, 0))).toBeUndefined()
})

test('the account of a token is where the ecosystem looks for it', async () => {
  await fc.assert(
    fc.asyncProperty(addresses, addresses, tokenPrograms, async (owner, mint, program) => {
      const [theirs] = await findAssociatedTokenPda({
        owner: at(owner),
        mint: at(mint),
        tokenProgram: at(program),
      })
      expect(tokenAddress(owner, mint, program)).toBe(theirs)
      expect(isOnCurve(theirs)).toBe(false)
    }),
    { numRuns: 40 },
  )
})

test('an address is on the curve just when the official client says so', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), bytes => {
      const text = getAddressDecoder().decode(bytes)
      expect(isOnCurve(text)).toBe(!isOffCurveAddress(text))
    }),
    { numRuns: 300 },
  )
})
