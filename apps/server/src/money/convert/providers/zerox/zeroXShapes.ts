import * as v from 'valibot'
import { callDataSchema, evmAddressSchema, unitsSchema } from '../parseAnswer.ts'

/** Hundredths of a percent as text; null where 0x cannot tell. */
const bps = v.pipe(
  v.nullish(unitsSchema, null),
  v.check(value => value === null || value <= 10_000n),
)
const fee = v.nullish(v.object({ amount: unitsSchema, token: evmAddressSchema }), null)
const route = v.object({
  fills: v.pipe(
    v.array(
      v.object({
        from: evmAddressSchema,
        to: evmAddressSchema,
        source: v.string(),
        proportionBps: v.pipe(
          unitsSchema,
          v.check(share => share <= 10_000n),
        ),
      }),
    ),
    v.maxLength(256),
  ),
})
const tax = v.object({ buyTaxBps: bps, sellTaxBps: bps })

const common = {
  liquidityAvailable: v.literal(true),
  buyToken: evmAddressSchema,
  sellToken: evmAddressSchema,
  buyAmount: unitsSchema,
  allowanceTarget: v.nullish(evmAddressSchema, null),
  fees: v.object({
    integratorFee: fee,
    integratorFees: v.nullish(v.pipe(v.array(v.nonNullish(fee)), v.maxLength(8)), null),
    zeroExFee: fee,
    gasFee: fee,
  }),
  issues: v.object({
    allowance: v.nullable(v.object({ actual: unitsSchema, spender: evmAddressSchema })),
    simulationIncomplete: v.boolean(),
  }),
  tokenMetadata: v.optional(v.object({ buyToken: tax, sellToken: tax })),
  totalNetworkFee: v.nullish(unitsSchema, null),
  gas: v.nullish(unitsSchema, null),
  gasPrice: v.nullish(unitsSchema, null),
}

/** What a price with an exact input says. */
const exactInSchema = v.object({
  ...common,
  sellAmount: unitsSchema,
  minBuyAmount: unitsSchema,
  route,
  mode: v.optional(v.literal('exact-in'), 'exact-in'),
})

/** What a price with an exact output says: what is over comes back in the token that was sold. */
const exactOutSchema = v.object({
  ...common,
  maxSellAmount: unitsSchema,
  estimatedNetSellAmount: unitsSchema,
  routes: v.object({ forward: route }),
  mode: v.literal('exact-out'),
})

/** Added by a firm quote. */
const firm = {
  transaction: v.object({
    to: evmAddressSchema,
    data: callDataSchema,
    gas: v.nullish(unitsSchema, null),
    gasPrice: v.nullish(unitsSchema, null),
    value: unitsSchema,
  }),
}

/** No liquidity is no error of HTTP: 200 with this alone. */
const drySchema = v.object({ liquidityAvailable: v.literal(false) })

/** `/swap/allowance-holder/price`. Source: 0x's OpenAPI description of 2026-05-28. */
export const zeroXPriceSchema = v.union([exactOutSchema, exactInSchema, drySchema])

/** `/swap/allowance-holder/quote`. */
export const zeroXQuoteSchema = v.union([
  v.object({ ...exactOutSchema.entries, ...firm }),
  v.object({ ...exactInSchema.entries, ...firm }),
  drySchema,
])

/** A price that is one. */
export type ZeroXPrice = Exclude<v.InferOutput<typeof zeroXPriceSchema>, { liquidityAvailable: false }>

/** A refusal; its sentence is not shown. */
export const zeroXErrorSchema = v.object({ name: v.pipe(v.string(), v.maxLength(128)) })
