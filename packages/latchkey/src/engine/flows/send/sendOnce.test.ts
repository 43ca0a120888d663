import { describe, expect, test } from 'vitest'
import type { JournalEntry, TransferEntry } from '../../../contract/journal.ts'
import type { Journal } from '../../nouns/journal/journal.ts'
import { findEarlier, isOpenNow } from './sendOnce.ts'

const entry = (status: TransferEntry['status'], more: Partial<TransferEntry> = {}): TransferEntry => ({
  kind: 'transfer',
  id: 'one',
  from: 'eip155:1:0x71C7656EC7ab88b098defB751B7401B5f6d8976F',
  caipNetworkId: 'eip155:1',
  to: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
  asset: { symbol: 'ETH', decimals: 18 },
  amount: '1',
  at: 0,
  status,
  ...more,
})

const journalOf = (stored: JournalEntry, free: boolean) =>
  ({ refresh: async () => [stored], settle: async () => ({ entry: stored, free }) }) as unknown as Journal

describe('T73 an earlier attempt', () => {
  test('stands for the same one for an hour, while its fate is not known', () => {
    expect(isOpenNow(entry('unknown'), 3_599_999)).toBe(true)
    expect(isOpenNow(entry('asked'), 3_599_999)).toBe(true)
    expect(isOpenNow(entry('unknown'), 3_600_000)).toBe(false)
    expect(isOpenNow(entry('confirmed'), 1)).toBe(false)
  })

  test('is tried again with its nonce where that is free, and not where it may be taken', async () => {
    const lost = entry('unknown', { nonce: '0x7' })
    expect(await findEarlier(journalOf(lost, true), lost)).toEqual({ id: 'one', nonce: '0x7' })
    await expect(findEarlier(journalOf(lost, false), lost)).rejects.toMatchObject({ code: 'SEND_UNKNOWN' })
    const without = entry('unknown')
    await expect(findEarlier(journalOf(without, true), without)).rejects.toMatchObject({
      code: 'SEND_UNKNOWN',
    })
  })
})
