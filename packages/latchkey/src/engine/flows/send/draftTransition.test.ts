import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { CaipAddress } from '../../../contract/caip.ts'
import type { Token } from '../../nouns/tokens/tokens.ts'
import type { DraftEvent, SendDraft } from './draft.ts'
import { draftTransition, emptyDraft } from './draftTransition.ts'

const owner: CaipAddress = 'eip155:1:0x71C7656EC7ab88b098defB751B7401B5f6d8976F'
const token = (key: string, value: bigint, price?: number): Token => ({
  key,
  caipNetworkId: 'eip155:1',
  name: key,
  symbol: key.toUpperCase(),
  amount: { value, decimals: 18 },
  ...(key !== 'native' && { address: key }),
  ...(price !== undefined && { price }),
})
const ether = token('native', 10n, 2500)
const coin = token('0xcoin', 5n)

function after(...events: readonly DraftEvent[]): SendDraft {
  return events.reduce(draftTransition, emptyDraft('one', owner))
}

describe('SPEC §3, §4 the draft', () => {
  test('a new draft has nothing of the one before but its owner', () => {
    const filled = after(
      { type: 'tokenChosen', token: ether },
      { type: 'amountTyped', text: '1' },
      { type: 'receiverTyped', text: '0xabc' },
      { type: 'retyped', text: 'abc' },
      { type: 'began', id: 'two', owner },
    )
    expect(filled).toEqual(emptyDraft('two', owner))
  })

  test('the first letter takes the receiver before away, and an answer for another text is dropped', () => {
    const known = { at: 'known', address: '0xaaa' } as const
    const found = after(
      { type: 'receiverTyped', text: 'ada.latch.eth' },
      { type: 'receiverRead', text: 'ada.latch.eth', receiver: known },
    )
    expect(found.receiver).toEqual(known)
    const typing = draftTransition(found, { type: 'receiverTyped', text: 'ada.latch.et' })
    expect(typing.receiver).toEqual({ at: 'looking' })
    const late = draftTransition(typing, { type: 'receiverRead', text: 'ada.latch.eth', receiver: known })
    expect(late.receiver).toEqual({ at: 'looking' })
    expect(draftTransition(late, { type: 'receiverTyped', text: ' ' }).receiver).toEqual({ at: 'empty' })
  })

  test('another token takes the amount away: the same digits would be other money', () => {
    const typed = after({ type: 'tokenChosen', token: ether }, { type: 'amountTyped', text: '3' })
    expect(draftTransition(typed, { type: 'tokenChosen', token: ether }).typed).toBe('3')
    expect(draftTransition(typed, { type: 'tokenChosen', token: coin })).toMatchObject({
      typed: '',
      token: coin,
    })
  })

  test('an amount in fiat is no longer all there is', () => {
    const max = after({ type: 'tokenChosen', token: ether }, { type: 'maxTaken', text: '9' })
    expect(draftTransition(max, { type: 'unitChosen', unit: 'token', text: '9' }).max).toBe(true)
    expect(draftTransition(max, { type: 'unitChosen', unit: 'fiat', text: '22500' }).max).toBe(false)
  })

  test('selects the most valuable token until the visitor selects another', () => {
    expect(after({ type: 'tokensRead', tokens: [ether, coin] }).token).toBe(ether)
    expect(
      after({ type: 'tokenChosen', token: coin }, { type: 'tokensRead', tokens: [ether, coin] }).token,
    ).toBe(coin)
    expect(after({ type: 'tokensRead', tokens: [] }).token).toBeUndefined()
  })

  test('the token that a host asks for is found when it is there, and no other stands in for it', () => {
    const wanted = after({ type: 'tokenWanted', key: '0xcoin' }, { type: 'tokensRead', tokens: [ether] })
    expect(wanted.token).toBeUndefined()
    expect(draftTransition(wanted, { type: 'tokensRead', tokens: [ether, coin] })).toMatchObject({
      token: coin,
      wanted: undefined,
    })
  })

  test('new amounts reach the chosen token; one that is gone cannot stay chosen', () => {
    const chosen = after({ type: 'tokenChosen', token: coin }, { type: 'amountTyped', text: '3' })
    const less = { ...coin, amount: { value: 1n, decimals: 18 } }
    expect(draftTransition(chosen, { type: 'tokensRead', tokens: [less] })).toMatchObject({
      token: less,
      typed: '3',
    })
    expect(draftTransition(chosen, { type: 'tokensRead', tokens: [coin] })).toBe(chosen)
    expect(draftTransition(chosen, { type: 'tokensRead', tokens: [ether] })).toMatchObject({
      token: undefined,
      typed: '',
    })
  })

  test('F27 an amount in fiat goes with the price that it was typed by', () => {
    const priced = { ...coin, price: 2 }
    const typed = after(
      { type: 'tokenChosen', token: priced },
      { type: 'unitChosen', unit: 'fiat', text: '' },
      { type: 'amountTyped', text: '3' },
    )
    const dearer = { ...priced, price: 4 }
    expect(draftTransition(typed, { type: 'tokensRead', tokens: [dearer] })).toMatchObject({
      unit: 'fiat',
      typed: '3',
    })
    expect(draftTransition(typed, { type: 'tokensRead', tokens: [coin] })).toMatchObject({
      token: coin,
      unit: 'token',
      typed: '',
    })
  })

  test('an amount typed after Max is no maximum any more', () => {
    const all = after({ type: 'tokenChosen', token: ether }, { type: 'maxTaken', text: '10' })
    expect(all).toMatchObject({ max: true, typed: '10', unit: 'token' })
    expect(draftTransition(all, { type: 'amountTyped', text: '10' }).max).toBe(false)
  })

  test('whatever is typed, the draft stays small and its owner and id stay', () => {
    const event: fc.Arbitrary<DraftEvent> = fc.oneof(
      fc.record({
        type: fc.constantFrom('amountTyped', 'receiverTyped', 'retyped', 'maxTaken'),
        text: fc.string({ maxLength: 2_000 }),
      }),
      fc.record({ type: fc.constant('tokensRead'), tokens: fc.subarray([ether, coin]) }),
      fc.record({ type: fc.constant('tokenChosen'), token: fc.constantFrom(ether, coin) }),
    ) as fc.Arbitrary<DraftEvent>
    fc.assert(
      fc.property(fc.array(event), events => {
        const draft = after(...events)
        expect([draft.id, draft.owner]).toEqual(['one', owner])
        expect(draft.to.length).toBeLessThanOrEqual(400)
      }),
    )
  })
})
