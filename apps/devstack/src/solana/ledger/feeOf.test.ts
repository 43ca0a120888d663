import type { Address, Instruction } from '@solana/kit'
import { getTransferSolInstruction } from '@solana-program/system'
import { beforeAll, expect, test } from 'vitest'
import { accountOfName, devSolanaAccounts, solanaOperator } from '../devSolanaAccounts.ts'
import { memoProgram } from '../parse/tokenPrograms.ts'
import { seedLedger } from '../seed/seedLedger.ts'
import { createLedger, type Ledger } from './createLedger.ts'
import { feeOf } from './feeOf.ts'
import { readTransaction } from './readTransaction.ts'
import { sendAs, signerOf } from './sendAs.ts'

let ledger: Ledger
beforeAll(async () => {
  ledger = createLedger({ now: () => 0, slotTime: 400 })
  await seedLedger(ledger)
})

const computeBudget = 'ComputeBudget111111111111111111111111111111' as Address
function budget(kind: 2 | 3, value: number | bigint): Instruction {
  const data = Buffer.alloc(kind === 2 ? 5 : 9)
  data.writeUInt8(kind)
  if (kind === 2) data.writeUInt32LE(Number(value), 1)
  else data.writeBigUInt64LE(BigInt(value), 1)
  return { programAddress: computeBudget, accounts: [], data: new Uint8Array(data) }
}
const memo: Instruction = { programAddress: memoProgram, accounts: [], data: new Uint8Array([104, 105]) }
const limit = (units: number) => budget(2, units)
const price = (millionths: number | bigint) => budget(3, millionths)

test.each<[string, Instruction[]]>([
  ['nothing more', []],
  ['a price alone', [price(1_000)]],
  ['a price and two programs', [price(1_001), memo, memo]],
  ['a price and a limit', [limit(12_345), price(7)]],
  ['a limit alone', [limit(12_345)]],
  ['a limit above the most', [limit(4_000_000), price(1_000)]],
  ['many programs', [price(1), ...Array.from({ length: 9 }, () => memo)]],
])('the fee is the one that the VM takes: %s', async (_, instructions) => {
  const payer = await signerOf(devSolanaAccounts[1] ?? solanaOperator)
  const destination = accountOfName('fee').address
  const signature = await sendAs(
    ledger,
    [payer],
    [...instructions, getTransferSolInstruction({ source: payer, destination, amount: 1_000_000n })],
  )
  const entry = ledger.history.get(signature)
  const read = readTransaction(Buffer.from(entry?.wire ?? '', 'base64'))
  expect(entry?.fee).toBeGreaterThanOrEqual(5_000n)
  expect(feeOf(read.message)).toBe(entry?.fee)
  const [before = 0n] = entry?.preBalances ?? []
  expect(entry?.postBalances[0]).toBe(before - 1_000_000n - feeOf(read.message))
})

test('each further signer costs 5,000 lamports', async () => {
  const [payer, second] = await Promise.all([signerOf(solanaOperator), signerOf(accountOfName('memo owner'))])
  const signature = await sendAs(
    ledger,
    [payer, second],
    [getTransferSolInstruction({ source: second, destination: payer.address, amount: 1n })],
  )
  expect(ledger.history.get(signature)?.fee).toBe(10_000n)
})
