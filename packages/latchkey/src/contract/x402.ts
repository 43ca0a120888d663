/** x402 version 2: paying for a request by HTTP 402 with the scheme `exact` on eip155 (reference money §4.1; specification of the x402 Foundation, Apache-2.0). */
import * as v from 'valibot'
import { projectErrors, projectQuery, route } from './route.ts'
import { caipNetworkIdSchema } from './supportedChains.ts'

/** Headers of version 2; each holds base64 of JSON. */
export const x402Headers = {
  required: 'PAYMENT-REQUIRED',
  signature: 'PAYMENT-SIGNATURE',
  response: 'PAYMENT-RESPONSE',
} as const

const address = v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]{40}$/))
const units = v.pipe(
  v.string(),
  v.regex(/^(?:0|[1-9]\d{0,77})$/),
  // The rule before may have failed: a parser goes on, and no text may throw here.
  v.check(text => /^\d{1,78}$/.test(text) && BigInt(text) >> 256n === 0n),
)
const hex = (most: number) => v.pipe(v.string(), v.maxLength(most), v.regex(/^0x(?:[0-9a-fA-F]{2})*$/))

/** One way to pay: `extra` has the token's EIP-712 name and version, and how it is signed (default `eip3009`). */
export const paymentRequirementsSchema = v.object({
  scheme: v.literal('exact'),
  network: caipNetworkIdSchema,
  /** Base units of the token. */
  amount: units,
  asset: address,
  payTo: address,
  maxTimeoutSeconds: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(86_400)),
  extra: v.optional(
    v.looseObject({
      name: v.optional(v.pipe(v.string(), v.maxLength(128))),
      version: v.optional(v.pipe(v.string(), v.maxLength(32))),
      /** Absent: `eip3009` where the token has it. */
      assetTransferMethod: v.optional(v.picklist(['eip3009', 'permit2'])),
    }),
    {},
  ),
})

/** One way to pay. */
export type PaymentRequirements = v.InferOutput<typeof paymentRequirementsSchema>

const resourceSchema = v.object({
  url: v.pipe(v.string(), v.maxLength(2_048)),
  description: v.optional(v.pipe(v.string(), v.maxLength(1_000))),
  mimeType: v.optional(v.pipe(v.string(), v.maxLength(128))),
})

/** What `PAYMENT-REQUIRED` holds. Ways to pay that are none of ours are left out by the reader, and keep the rest good. */
export const paymentRequiredSchema = v.object({
  x402Version: v.literal(2),
  error: v.optional(v.pipe(v.string(), v.maxLength(1_000))),
  resource: resourceSchema,
  accepts: v.pipe(v.array(v.unknown()), v.minLength(1), v.maxLength(32)),
  /** The payer sends them back as they are. */
  extensions: v.optional(v.record(v.string(), v.unknown())),
})

/** What `PAYMENT-REQUIRED` holds. */
export type PaymentRequired = v.InferOutput<typeof paymentRequiredSchema>

const signature = hex(16_386)
const nonce = v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]{64}$/))

/** What the payer signed: a transfer by EIP-3009, or a Permit2 one with a witness. */
export const exactPayloadSchema = v.union([
  v.object({
    signature,
    authorization: v.object({
      from: address,
      to: address,
      value: units,
      validAfter: units,
      validBefore: units,
      nonce,
    }),
  }),
  v.object({
    signature,
    permit2Authorization: v.looseObject({
      from: address,
      spender: address,
      permitted: v.object({ token: address, amount: units }),
      nonce: units,
      deadline: units,
      witness: v.looseObject({ to: address, validAfter: units }),
    }),
  }),
])

/** What the payer signed. */
export type ExactPayload = v.InferOutput<typeof exactPayloadSchema>

/** What `PAYMENT-SIGNATURE` holds. */
export const paymentPayloadSchema = v.object({
  x402Version: v.literal(2),
  resource: v.optional(resourceSchema),
  accepted: paymentRequirementsSchema,
  payload: exactPayloadSchema,
  extensions: v.optional(v.record(v.string(), v.unknown())),
})

/** What `PAYMENT-SIGNATURE` holds. */
export type PaymentPayload = v.InferOutput<typeof paymentPayloadSchema>

/** What `PAYMENT-RESPONSE` holds, and the facilitator's answer to a settlement. */
export const settlementSchema = v.object({
  success: v.boolean(),
  errorReason: v.optional(v.pipe(v.string(), v.maxLength(200))),
  payer: v.optional(address),
  /** The transaction's hash; empty while there is none. */
  transaction: v.pipe(v.string(), v.maxLength(128)),
  network: caipNetworkIdSchema,
})

/** What `PAYMENT-RESPONSE` holds. */
export type Settlement = v.InferOutput<typeof settlementSchema>

const facilitatorBody = v.object({
  x402Version: v.literal(2),
  paymentPayload: paymentPayloadSchema,
  paymentRequirements: paymentRequirementsSchema,
})
const reason = v.optional(v.pipe(v.string(), v.maxLength(200)))

/** GET /v1/x402/supported: the schemes, networks and signers of our facilitator. */
export const getX402Supported = route({
  method: 'GET',
  path: '/v1/x402/supported',
  query: v.strictObject(projectQuery),
  response: v.object({
    kinds: v.array(
      v.object({
        x402Version: v.literal(2),
        scheme: v.literal('exact'),
        network: caipNetworkIdSchema,
        extra: v.optional(v.record(v.string(), v.unknown())),
      }),
    ),
    extensions: v.array(v.string()),
    signers: v.record(v.string(), v.array(address)),
  }),
  errors: projectErrors,
})

/** POST /v1/x402/verify, by a backend with the project's secret: whether a signed payment could be settled now. */
export const postX402Verify = route({
  method: 'POST',
  path: '/v1/x402/verify',
  query: v.strictObject(projectQuery),
  body: facilitatorBody,
  response: v.object({ isValid: v.boolean(), invalidReason: reason, payer: v.optional(address) }),
  errors: [...projectErrors, 'REQUEST_TOO_LARGE', 'SECRET_INVALID'],
})

/**
 * POST /v1/x402/settle, by a backend with the project's secret: sends it to the chain and waits for its block. The same payment settles once; with the same `Idempotency-Key` the
 * same settlement is answered again, else `errorReason` is `duplicate_settlement`. `settlement_pending` with a transaction: it is in no block yet, ask again.
 */
export const postX402Settle = route({
  method: 'POST',
  path: '/v1/x402/settle',
  query: v.strictObject(projectQuery),
  body: facilitatorBody,
  response: settlementSchema,
  errors: [...projectErrors, 'REQUEST_TOO_LARGE', 'SECRET_INVALID'],
})
