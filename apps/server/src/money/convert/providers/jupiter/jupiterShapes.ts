import * as v from 'valibot'
import { unitsSchema } from '../parseAnswer.ts'

const mint = v.pipe(v.string(), v.minLength(32), v.maxLength(44))
const bps = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(10_000))

/** `/order` of Swap v2. Source: dev.jup.ag/api-reference/swap/order, as of 2026-11-28. */
export const jupiterOrderSchema = v.object({
  inputMint: mint,
  outputMint: mint,
  inAmount: unitsSchema,
  outAmount: unitsSchema,
  /** The least that arrives. */
  otherAmountThreshold: unitsSchema,
  swapMode: v.literal('ExactIn'),
  slippageBps: bps,
  routePlan: v.pipe(
    v.array(
      v.object({
        swapInfo: v.object({ label: v.nullish(v.string(), null), inputMint: mint, outputMint: mint }),
        percent: v.pipe(v.number(), v.minValue(0), v.maxValue(100)),
        bps: v.optional(bps),
      }),
    ),
    v.maxLength(64),
  ),
  feeMint: v.nullish(mint, null),
  feeBps: v.nullish(bps, 0),
  platformFee: v.nullish(v.object({ amount: v.optional(unitsSchema), feeMint: v.optional(mint) }), null),
  router: v.string(),
  /** Base64; absent without a taker, and for one that cannot pay. */
  transaction: v.nullish(v.pipe(v.string(), v.maxLength(4_096)), null),
  /** Seconds since 1970, of a market maker's offer. */
  expireAt: v.nullish(v.string(), null),
  taker: v.nullish(v.string(), null),
  errorCode: v.nullish(v.number(), null),
})

/** An order. */
export type JupiterOrder = v.InferOutput<typeof jupiterOrderSchema>
