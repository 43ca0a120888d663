import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { accountOfName, solanaOperator } from '../devSolanaAccounts.ts'
import { payFaucet } from '../seed/payFaucet.ts'
import { seedLedger } from '../seed/seedLedger.ts'
import { createLedger, type Ledger } from './createLedger.ts'
import { readTransaction } from './readTransaction.ts'

let ledger: Ledger
let wires: Uint8Array[]
beforeAll(async () => {
  ledger = createLedger({ now: () => 0, slotTime: 400 })
  await seedLedger(ledger)
  await payFaucet(ledger, accountOfName('a new visitor').address, ['USDC', 'TOLL'])
  wires = ledger.history
    .of(solanaOperator.address)
    .map(entry => new Uint8Array(Buffer.from(entry.wire, 'base64')))
})

/** The byte after the signatures, the version and the header: how many keys the message lists. */
const countAt = (wire: Uint8Array): number => 1 + 64 * (wire[0] ?? 0) + 4

test('a length in two bytes where one would do is refused: the VM would end the process', () => {
  for (const wire of wires) {
    const at = countAt(wire)
    const long = Buffer.concat([
      wire.subarray(0, at),
      Buffer.from([(wire[at] ?? 0) | 0x80, 0]),
      wire.subarray(at + 1),
    ])
    expect(readTransaction(wire).message.keys).toHaveLength(wire[at] ?? 0)
    expect(() => readTransaction(new Uint8Array(long))).toThrow()
  }
})

test('bytes after a transaction are refused', () => {
  for (const wire of wires) expect(() => readTransaction(new Uint8Array([...wire, 0]))).toThrow()
})

test('whatever a transaction was changed to, it is refused or runs', () => {
  const change = fc.record({ at: fc.nat(1_231), byte: fc.oneof(fc.nat(12), fc.nat(255)) })
  fc.assert(
    fc.property(fc.nat(), fc.array(change, { minLength: 1, maxLength: 4 }), (which, changes) => {
      const wire = Uint8Array.from(wires[which % wires.length] ?? [])
      for (const { at, byte } of changes) wire[at % wire.length] = byte
      const read = readOr(wire)
      if (!read) return
      const run = ledger.simulate(read, { sigVerify: false, checkBlockhash: false })
      expect(run.preBalances).toHaveLength(run.postBalances.length)
    }),
    { numRuns: 500 },
  )
})

function readOr(wire: Uint8Array) {
  try {
    return readTransaction(wire)
  } catch {
    return undefined
  }
}
