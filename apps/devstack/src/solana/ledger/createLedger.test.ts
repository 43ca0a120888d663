import { getTransferSolInstruction } from '@solana-program/system'
import { beforeEach, expect, test } from 'vitest'
import { accountOfName, devSolanaAccounts, solanaOperator } from '../devSolanaAccounts.ts'
import { payLamports } from '../seed/payFaucet.ts'
import { seedLedger } from '../seed/seedLedger.ts'
import type { Entry } from './createHistory.ts'
import { createLedger, type Ledger } from './createLedger.ts'
import { sendAs, signerOf } from './sendAs.ts'
import { genesisSlot, heightOf } from './slotClock.ts'

const clock = { now: 1_700_000_000_000 }
let ledger: Ledger
beforeEach(async () => {
  clock.now = 1_700_000_000_000
  ledger = createLedger({ now: () => clock.now, slotTime: 400 })
  await seedLedger(ledger)
})

const poor = accountOfName('a poor visitor').address
const payer = devSolanaAccounts[1] ?? solanaOperator
const pay = async (amount: bigint, lifetime = ledger.lifetime('processed')) => {
  const source = await signerOf(payer)
  return sendAs(
    ledger,
    [source],
    [getTransferSolInstruction({ source, destination: poor, amount })],
    lifetime,
  )
}

test('a slot lasts 400 ms and is known to the programs', async () => {
  expect(ledger.slot()).toBe(genesisSlot)
  clock.now += 399
  ledger.tick()
  expect(ledger.slot()).toBe(genesisSlot)
  clock.now += 1 + 9 * 400
  const slots: bigint[] = []
  ledger.listen({ slot: slot => slots.push(slot) })
  ledger.tick()
  ledger.tick()
  expect(slots).toEqual([genesisSlot + 10n])
  expect(ledger.timeOf(ledger.slot())).toBe(1_700_000_004n)
  // A clock that is set back holds the chain and does not turn it back.
  clock.now -= 60_000
  ledger.tick()
  expect(ledger.slot()).toBe(genesisSlot + 10n)
})

test('a blockhash lives for 150 blocks', async () => {
  const lifetime = ledger.lifetime('processed')
  ledger.advance(149)
  expect(heightOf(ledger.slot())).toBe(lifetime.lastValidBlockHeight)
  await pay(1_000_000n, lifetime)
  ledger.advance(1)
  expect(ledger.lifetimeOf(lifetime.blockhash)).toBeUndefined()
  await expect(pay(2_000_000n, lifetime)).rejects.toThrow('Blockhash not found')
})

test('no two blocks have one hash, and no two chains', () => {
  const other = createLedger({ now: () => clock.now, slotTime: 400 })
  const hashes = new Set(
    [ledger, other].flatMap(each => [hashAfter(each, 0), hashAfter(each, 1), hashAfter(each, 2)]),
  )
  expect(hashes.size).toBe(6)
})

function hashAfter(each: Ledger, slots: number): string {
  each.advance(slots)
  return each.lifetime('processed').blockhash
}

test('a transaction is taken once, also long after', async () => {
  const lifetime = ledger.lifetime('processed')
  const signature = await pay(1_000_000n, lifetime)
  await expect(pay(1_000_000n, lifetime)).rejects.toThrow('already been processed')
  expect(ledger.history.of(poor).map(entry => entry.signature)).toEqual([signature])
  expect(balance()).toBe(1_000_000n)
})

const balance = (): bigint => {
  const account = ledger.getAccount(poor)
  return account.exists ? account.lamports : 0n
}

test('one that fails in its program is in a block and pays its fee; one that could not pay it is in none', async () => {
  const entries: Entry[] = []
  ledger.listen({ entry: entry => entries.push(entry) })
  await expect(pay(10n ** 15n)).rejects.toThrow('Error processing Instruction 0: custom program error: 0x1')
  expect(entries).toMatchObject([{ err: { InstructionError: [0, { Custom: 1 }] }, fee: 5_000n }])
  const [{ preBalances, postBalances } = { preBalances: [], postBalances: [] }] = entries
  expect((preBalances[0] ?? 0n) - (postBalances[0] ?? 0n)).toBe(5_000n)

  const source = await signerOf(accountOfName('without a lamport'))
  const instruction = getTransferSolInstruction({ source, destination: poor, amount: 1n })
  await expect(sendAs(ledger, [source], [instruction])).rejects.toThrow('no record of a prior credit')
  expect(entries).toHaveLength(1)
})

test('an account may not be left below its rent', async () => {
  await expect(pay(1n)).rejects.toThrow(
    'Transaction results in an account (1) with insufficient funds for rent',
  )
})

test('the same payment twice in one slot is two payments', async () => {
  const signatures = await Promise.all([1, 2, 3].map(() => payLamports(ledger, poor, 1_000_000n)))
  expect(new Set(signatures).size).toBe(3)
  expect(balance()).toBe(3_000_000n)
})

test('seeding again changes nothing', async () => {
  const before = ledger.history.of(solanaOperator.address).length
  await seedLedger(ledger)
  expect(ledger.history.of(solanaOperator.address)).toHaveLength(before)
})
