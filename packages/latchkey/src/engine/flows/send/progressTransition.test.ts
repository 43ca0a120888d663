import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Transfer, TransferQuote } from '../../../contract/send.ts'
import {
  type ProgressEvent,
  progressTransition,
  type Review,
  type SendProgress,
} from './progressTransition.ts'

const transfer = { to: '0xa', asset: { symbol: 'ETH', decimals: 18 } } as Transfer
const review: Review = { id: 'one', transfer, max: false }
const quote: TransferQuote = { fee: undefined, simulation: { at: 'unknown' } }
const after = (...events: readonly ProgressEvent[]): SendProgress =>
  events.reduce<SendProgress>(progressTransition, { at: 'idle' })
const asked = [
  { type: 'reviewed', review },
  { type: 'asked', attempt: 1 },
] as const

describe('how far a transfer has come', () => {
  test('a quote is for the review that asked for it', () => {
    const other = { ...transfer, to: '0xb' }
    expect(
      after({ type: 'reviewed', review }, { type: 'quoted', id: 'one', transfer: other, quote }),
    ).toEqual({
      at: 'reviewing',
      review: { ...review, transfer: other },
      quote,
    })
    expect(after({ type: 'reviewed', review }, { type: 'quoted', id: 'two', transfer, quote })).toMatchObject(
      {
        quote: 'asking',
      },
    )
  })

  test('T73 a transfer that the wallet is asked for is not asked for again, nor changed by a late quote', () => {
    const asking = after(...asked)
    expect(progressTransition(asking, { type: 'asked', attempt: 2 })).toBe(asking)
    expect(progressTransition(asking, { type: 'quoted', id: 'one', transfer, quote })).toBe(asking)
  })

  test('an answer of an earlier try says nothing', () => {
    const again = after(
      ...asked,
      { type: 'refused', attempt: 1, failure: 'rejected' },
      { type: 'asked', attempt: 2 },
    )
    expect(progressTransition(again, { type: 'sent', attempt: 1, result: { hash: '0x1' } })).toBe(again)
    expect(progressTransition(again, { type: 'sent', attempt: 2, result: { hash: '0x2' } })).toMatchObject({
      at: 'sent',
      id: 'one',
      result: { hash: '0x2' },
    })
  })

  test('leaving ends all but what waits in the wallet', () => {
    expect(after({ type: 'reviewed', review }, { type: 'left' })).toEqual({ at: 'idle' })
    expect(after(...asked, { type: 'left' }).at).toBe('asking')
    expect(after(...asked, { type: 'cancelled', attempt: 1 })).toEqual({ at: 'idle' })
  })

  test('what may have been sent is never offered to be sent again', () => {
    const unknown = after(...asked, { type: 'unknown', attempt: 1, id: 'earlier' })
    expect(unknown).toMatchObject({ at: 'unknown', id: 'earlier' })
    expect(progressTransition(unknown, { type: 'asked', attempt: 2 })).toBe(unknown)
  })

  test('only a review or a refusal leads to the wallet, whatever comes', () => {
    const attempt = fc.integer({ min: 1, max: 3 })
    const event = fc.oneof(
      fc.constant({ type: 'reviewed', review }),
      fc.constant({ type: 'left' }),
      fc.record({ type: fc.constantFrom('asked', 'cancelled', 'unknown'), attempt }),
      fc.record({ type: fc.constant('refused'), attempt, failure: fc.constant('rejected') }),
      fc.record({ type: fc.constant('sent'), attempt, result: fc.constant({ hash: '0x' }) }),
    ) as fc.Arbitrary<ProgressEvent>
    fc.assert(
      fc.property(fc.array(event), events => {
        let state: SendProgress = { at: 'idle' }
        for (const each of events) {
          const next = progressTransition(state, each)
          if (next.at === 'asking' && state.at !== 'asking')
            expect(['reviewing', 'refused']).toContain(state.at)
          state = next
        }
      }),
    )
  })
})
