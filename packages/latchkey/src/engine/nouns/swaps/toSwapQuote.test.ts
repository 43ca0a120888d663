/** T70 T74: whatever the services answer, what is shown is what was asked for, within the slippage. */
import fc from 'fast-check'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { swapQuoteSchema, type WireQuote } from '../../../contract/convert.ts'
import { dai, native, network, owner, router } from '../../fixtures/swapWorld.ts'
import type { AskedQuote } from './askedQuote.ts'
import { leastOf, mostOf } from './leastOf.ts'
import { toSwapQuote } from './toSwapQuote.ts'

const sell = { key: 'native', name: 'Ether', symbol: 'ETH', decimals: 18 }
const buy = { key: dai, address: dai, name: 'Dai', symbol: 'DAI', decimals: 18 }
const rules = { spelling: 'caseless', gasPrice: 2n } as const
const amount = 10n ** 18n
const id = (token: string) => `${network.caipNetworkId}:${token}` as const

const asked = (exact: 'in' | 'out', slippageBps: number): AskedQuote => ({
  ...{ from: owner, network, sell, buy, exact, amount, slippageBps },
})
const units = fc.bigInt({ min: 0n, max: 4n * amount }).map(String)
const near = fc.constantFrom(
  ...[amount, amount, amount - 1n, amount + 1n, (amount * 99n) / 100n, (amount * 101n) / 100n, 0n].map(
    String,
  ),
)
const mostly = <T>(usual: T, ...rare: readonly T[]) =>
  fc.oneof({ weight: 8, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: fc.constantFrom(...rare) })
const wiresOf = (exact: 'in' | 'out'): fc.Arbitrary<WireQuote> =>
  fc.record({
    id: fc.string({ minLength: 1, maxLength: 20 }),
    provider: fc.constantFrom('pools', '0x'),
    fromAmount: fc.oneof({ weight: 6, arbitrary: near }, units),
    fromAccount: mostly(id(native), id(native.toUpperCase().replace('0X', '0x')), id(dai)),
    toAmount: fc.oneof({ weight: 6, arbitrary: near }, units),
    toAccount: mostly(id(dai), id(dai.toUpperCase().replace('0X', '0x')), id(router)),
    exact: mostly(exact, exact === 'in' ? 'out' : 'in'),
    minimum: fc.oneof({ weight: 6, arbitrary: near }, units),
    maximum: fc.oneof({ weight: 6, arbitrary: near }, units),
    expiresAt: fc.nat(),
    spender: fc.constantFrom(null, router),
    fees: fc.array(
      fc.record({
        kind: fc.constantFrom('pool', 'provider', 'app'),
        amount: units,
        asset: fc.constantFrom(id(native), id(dai), id(router)),
      }),
      { maxLength: 2 },
    ),
    priceImpact: fc.constantFrom(null, 0, 0.01),
    route: fc.constant([]),
    gas: fc.constantFrom(null, '21000'),
    tokenTax: fc.constant(null),
    zeroFirst: fc.boolean(),
    seconds: fc.constant(null),
  })

test.each(['in', 'out'] as const)('with an exact %s', exact => {
  let shown = 0
  fc.assert(
    fc.property(wiresOf(exact), fc.integer({ min: 0, max: 5_000 }), (wire, slippageBps) => {
      expect(v.is(swapQuoteSchema, wire)).toBe(true)
      const quote = toSwapQuote(wire, asked(exact, slippageBps), rules)
      if (!quote) return
      shown++
      const [out, into, most, least] = [quote.out, quote.in, quote.most, quote.least].map(
        ({ value }) => value,
      ) as [bigint, bigint, bigint, bigint]
      expect(exact === 'in' ? out : into).toBe(amount)
      expect(least > 0n && least <= into && least >= leastOf(into, slippageBps)).toBe(true)
      expect(most >= out && most <= mostOf(out, slippageBps)).toBe(true)
      expect(exact === 'in' ? most : least).toBe(amount)
      // What is unknown is absent, never 0 for it (F26).
      expect('priceImpact' in quote).toBe(wire.priceImpact !== null)
      expect('fee' in quote).toBe(wire.gas !== null)
    }),
    { numRuns: 5_000 },
  )
  expect(shown).toBeGreaterThan(20)
})

test('the likely fee is unknown without a price of gas', () => {
  const wire = {
    ...{ id: 'q', provider: 'pools', exact: 'in', expiresAt: 1, spender: null, fees: [], route: [] },
    ...{ fromAmount: `${amount}`, maximum: `${amount}`, toAmount: '100', minimum: '99' },
    ...{ fromAccount: id(native), toAccount: id(dai), priceImpact: null, gas: '21000' },
    ...{ tokenTax: null, zeroFirst: false, seconds: null },
  } as const
  const of = (gasPrice: bigint | undefined) =>
    toSwapQuote(wire as never, asked('in', 100), { ...rules, gasPrice })
  expect(of(2n)).toMatchObject({ fee: { value: 42_000n, decimals: 18 } })
  expect(of(undefined)).not.toHaveProperty('fee')
})
