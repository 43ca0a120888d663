import { expect, test } from 'vitest'
import type { TransferEntry } from '../../../contract/journal.ts'
import type { TransferReceipt } from '../../../contract/send.ts'
import { outcomeOf } from './outcomeOf.ts'

const sent = (status: TransferEntry['status'], receipt?: TransferReceipt) =>
  ({ status, ...(receipt && { receipt }) }) as TransferEntry
const replaced = (
  reason: 'repriced' | 'cancelled' | 'other',
  outcome: 'confirmed' | 'failed' = 'confirmed',
) => sent('replaced', { status: 'replaced', hash: '0x1', by: '0x2', reason, outcome })

test.each([
  ['the wallet’s word alone', 'sent', undefined, { at: 'pending' }],
  ['no word at all', 'unknown', undefined, { at: 'unknown' }],
  ['found after all', 'unknown', sent('pending'), { at: 'pending' }],
  ['a receipt', 'sent', sent('confirmed'), { at: 'confirmed' }],
  ['a receipt of a failure', 'sent', sent('failed'), { at: 'failed' }],
  ['never sent', 'unknown', sent('dropped'), { at: 'dropped' }],
  ['not taken in time', 'sent', sent('expired', { status: 'expired', hash: '0x1' }), { at: 'expired' }],
  ['a higher fee', 'sent', replaced('repriced'), { at: 'repriced', by: '0x2' }],
  ['a higher fee in vain', 'sent', replaced('repriced', 'failed'), { at: 'repricedFailed', by: '0x2' }],
  ['cancelled', 'sent', replaced('cancelled'), { at: 'cancelled', by: '0x2' }],
  ['something else', 'sent', replaced('other'), { at: 'other', by: '0x2' }],
] as const)('SPEC-NOTES §4 "confirmed" is only said from a receipt: %s', (_title, at, known, outcome) => {
  expect(outcomeOf({ at }, known)).toEqual(outcome)
})
