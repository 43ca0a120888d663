import * as v from 'valibot'
import { looseUnitsSchema, unitsSchema } from '../parseAnswer.ts'

const word = v.pipe(v.string(), v.maxLength(256))
const address = v.pipe(v.string(), v.minLength(1), v.maxLength(64))
const chainId = v.pipe(v.number(), v.safeInteger())
const token = v.object({ address, chainId })

const action = v.object({
  fromChainId: chainId,
  toChainId: chainId,
  fromToken: token,
  toToken: token,
  fromAmount: unitsSchema,
  fromAddress: v.optional(address),
  toAddress: v.optional(address),
})

const feeCost = v.object({
  amount: unitsSchema,
  token,
  /** False: it is paid besides, with the transaction's value. */
  included: v.boolean(),
  feeSplit: v.optional(v.object({ lifiFee: unitsSchema, integratorFee: unitsSchema })),
})

const estimate = v.object({
  fromAmount: unitsSchema,
  toAmount: unitsSchema,
  toAmountMin: unitsSchema,
  approvalAddress: v.optional(v.string()),
  /** Seconds. */
  executionDuration: v.pipe(v.number(), v.finite(), v.minValue(0)),
  approvalReset: v.optional(v.boolean()),
  feeCosts: v.nullish(v.pipe(v.array(feeCost), v.maxLength(32)), []),
  gasCosts: v.nullish(
    v.pipe(v.array(v.object({ type: word, limit: looseUnitsSchema })), v.maxLength(32)),
    [],
  ),
})

/** `/v1/quote` and `/v1/quote/toAmount`: a step. Source: `@lifi/types` 18.4.0, `step.ts`. */
export const lifiStepSchema = v.object({
  type: v.literal('lifi'),
  /** A key of LI.FI's, which a status asks for again. */
  tool: v.pipe(v.string(), v.regex(/^[\w.-]{1,64}$/)),
  action,
  estimate,
  includedSteps: v.pipe(
    v.array(
      v.object({
        type: word,
        tool: word,
        toolDetails: v.optional(v.object({ name: word })),
        action: v.object({ fromToken: token, toToken: token }),
      }),
    ),
    v.maxLength(64),
  ),
  /** Absent for what is signed as a message, which is not done here. */
  transactionRequest: v.optional(
    v.object({
      to: v.optional(v.string()),
      from: v.optional(v.string()),
      chainId: v.optional(v.number()),
      data: v.pipe(v.string(), v.maxLength(200_000)),
      value: v.optional(looseUnitsSchema, '0'),
      gasLimit: v.optional(looseUnitsSchema),
      gasPrice: v.optional(looseUnitsSchema),
    }),
  ),
})

/** A step. */
export type LifiStep = v.InferOutput<typeof lifiStepSchema>

/** A refusal: a code of the API, and why each tool has no quote, in one of two forms. Its sentences are not shown. */
export const lifiErrorSchema = v.object({ code: v.optional(v.number()), errors: v.optional(v.unknown()) })

const toolErrors = v.array(v.object({ code: word }))
/** Why each tool has no quote: a list, or lists by the parts of a way. */
export const lifiToolErrorsSchema = v.union([
  toolErrors,
  v.pipe(
    v.object({ failed: v.array(v.object({ subpaths: v.record(v.string(), toolErrors) })) }),
    v.transform(({ failed }) => failed.flatMap(({ subpaths }) => Object.values(subpaths).flat())),
  ),
])

/** `/v1/chains`. */
export const lifiChainsSchema = v.object({
  chains: v.pipe(
    v.array(v.object({ id: chainId, mainnet: v.optional(v.boolean(), true) })),
    v.maxLength(1_000),
  ),
})

/** `/v1/tokens`: by LI.FI's number of the chain. */
export const lifiTokensSchema = v.object({
  tokens: v.record(
    v.string(),
    v.array(
      v.object({
        address,
        symbol: word,
        name: word,
        verificationStatus: v.optional(v.string()),
      }),
    ),
  ),
})

/** `/v1/status`. */
export const lifiStatusSchema = v.object({
  status: v.picklist(['NOT_FOUND', 'INVALID', 'PENDING', 'DONE', 'FAILED']),
  substatus: v.optional(v.string()),
  receiving: v.optional(
    v.object({
      chainId: v.optional(chainId),
      txHash: v.optional(v.pipe(v.string(), v.maxLength(128))),
      amount: v.optional(unitsSchema),
      token: v.optional(token),
    }),
  ),
})
