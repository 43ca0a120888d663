import fc from 'fast-check'
import type { Hex } from 'viem'
import { expect, test } from 'vitest'
import { swapShapes } from '../../../contract/swap.ts'
import { checkSwap } from './checkSwap.ts'
import { findUnnoticed } from './conformance/findUnnoticed.ts'
import { contracts, goodSwaps, me, other } from './conformance/goodSwaps.ts'
import { readSwapCall, swapReaders } from './readSwapCall.ts'

test.each(goodSwaps)(
  'T70: every other value of every byte is refused, or changes what is read: $shape, $name',
  good => {
    const others = Array.from({ length: 8 }, (_, bit) => 1 << bit)
    expect(
      findUnnoticed(
        good,
        () => true,
        byte => [...others.map(bit => byte ^ bit), 0, 255],
      ),
    ).toEqual([])
  },
  120_000,
)

test('T70: 10,000 calls of any bytes are read without a failure, and checked with no other error than SWAP_UNSAFE', () => {
  const readers = swapShapes.flatMap(shape => swapReaders[shape].map(reader => ({ shape, ...reader })))
  const word = fc.oneof(
    fc.nat(40).map(each => BigInt(each * 32)),
    fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
    fc.constantFrom(BigInt(me), BigInt(other), 0n, 1n, 2n),
  )
  fc.assert(
    fc.property(
      fc.constantFrom(...readers),
      fc.array(word, { maxLength: 60 }),
      fc.constantFrom(...goodSwaps),
      ({ shape, selector }, words, { built, terms }) => {
        const data: Hex = `${selector}${words.map(each => each.toString(16).padStart(64, '0')).join('')}`
        const reading = readSwapCall(shape, { from: me, to: other, value: 0n, data })
        for (const { amount } of [...(reading?.pays ?? []), ...(reading?.gets ?? [])])
          expect(amount).toBeGreaterThan(0n)
        try {
          const checked = checkSwap({ ...built, call: { ...built.call, data } }, terms, contracts)
          expect(checked.most).toBeLessThanOrEqual(terms.most.value)
          expect(checked.least).toBeGreaterThanOrEqual(terms.least.value)
        } catch (error) {
          expect(error).toMatchObject({ code: 'SWAP_UNSAFE' })
        }
      },
    ),
    { numRuns: 10_000 },
  )
}, 240_000)
