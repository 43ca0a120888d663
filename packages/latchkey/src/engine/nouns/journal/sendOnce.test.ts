import { describe, expect, test } from 'vitest'
import type { Sending } from '../../../contract/adapter.ts'
import type { JournalEntry, TransferEntry } from '../../../contract/journal.ts'
import { mainnet } from '../../../contract/networks/evm.ts'
import { createFakeClock } from '../../fixtures/createFakeClock.ts'
import type { Journal } from './journal.ts'
import { findEarlier, isOpenNow, readNextNonce } from './sendOnce.ts'

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

describe('F15 a node that does not say the nonce', () => {
  const waitFor = (needs: Pick<Sending, 'needsNonce'>) => {
    const clock = createFakeClock()
    const sending = { ...needs, nextNonce: () => new Promise(() => {}) } as unknown as Sending
    const from = 'eip155:1:0x71C7656EC7ab88b098defB751B7401B5f6d8976F' as const
    const rpc = () => async () => undefined
    const over = { is: false }
    const read = readNextNonce(
      { clock, rpc },
      sending,
      { network: mainnet, from },
      new AbortController().signal,
    )
    const ended = read.finally(() => {
      over.is = true
    })
    return { clock, ended, over }
  }

  test('holds a wallet that counts for itself up for three seconds', async () => {
    const { clock, ended } = waitFor({})
    await clock.reach(3_000)
    expect(await ended).toBeUndefined()
  })

  test('is waited for longer where nothing is sent without it', async () => {
    const { clock, ended, over } = waitFor({ needsNonce: true })
    expect(clock.delays).toEqual([15_000])
    clock.advance(14_999)
    await new Promise(resolve => setTimeout(resolve, 0))
    expect(over.is).toBe(false)
    clock.advance(1)
    expect(await ended).toBeUndefined()
  })
})
