/** Paymasters (ERC-7677): the services' own, and those of hosts, asked by the services. */
import * as v from 'valibot'
import { projectErrors, projectQuery, route } from './route.ts'
import { rpcAnswerSchema, rpcCallSchema } from './rpcProxy.ts'

/** What a paymaster is asked: for bytes that estimating can count with, then for those that are signed. */
export const paymasterMethods = ['pm_getPaymasterStubData', 'pm_getPaymasterData'] as const

/**
 * POST /v1/paymaster: JSON-RPC of ERC-7677 for the project's own paymaster, `params` as there: operation, entry point,
 * chain id, context. Errors are JSON-RPC's; -32001 has a reason of `paymasterRefusals` as its message.
 */
export const postPaymaster = route({
  method: 'POST',
  path: '/v1/paymaster',
  query: v.strictObject(projectQuery),
  body: rpcCallSchema,
  response: rpcAnswerSchema,
  errors: [...projectErrors, 'REQUEST_TOO_LARGE'],
})

/** Why the project's paymaster does not pay. The visitor may pay instead. */
export const paymasterRefusals = ['budget', 'account-limit', 'target', 'refused', 'unavailable'] as const

/** Why the project's paymaster does not pay. */
export type PaymasterRefusal = (typeof paymasterRefusals)[number]

/**
 * POST /v1/paymaster/host: the same of a paymaster that the page named (`paymasterService.url` of EIP-5792): the
 * services ask it, over https, of public addresses alone.
 */
export const postHostPaymaster = route({
  method: 'POST',
  path: '/v1/paymaster/host',
  query: v.strictObject(projectQuery),
  body: v.strictObject({
    /** In development http on this machine as well. */
    url: v.pipe(
      v.string(),
      v.maxLength(2_048),
      v.regex(/^(?:https:\/\/|http:\/\/(?:localhost|127\.0\.0\.1):)\S*$/),
    ),
    call: rpcCallSchema,
  }),
  response: rpcAnswerSchema,
  errors: [...projectErrors, 'REQUEST_TOO_LARGE'],
})

const hex = (pattern: RegExp) =>
  v.custom<`0x${string}`>(value => typeof value === 'string' && pattern.test(value))
const baseUnits = v.pipe(v.string(), v.maxLength(78), v.regex(/^\d+$/))

/** What a host's server is asked before the services pay for an operation: signed as webhooks are, answered by `{ sponsor: boolean }`. */
export const sponsorQuestionSchema = v.object({
  type: v.literal('sponsor.question'),
  timestamp: v.pipe(v.string(), v.isoTimestamp()),
  data: v.object({
    project: v.string(),
    /** CAIP-2. */
    network: v.string(),
    account: hex(/^0x[0-9a-fA-F]{40}$/),
    calls: v.array(
      v.object({
        to: hex(/^0x[0-9a-fA-F]{40}$/),
        value: baseUnits,
        data: hex(/^0x(?:[0-9a-fA-F]{2})*$/),
      }),
    ),
    /** The most it can cost, in base units of the network's currency. */
    mostCost: baseUnits,
    /** False while the visitor looks at it, true before they sign. */
    isFinal: v.boolean(),
  }),
})

/** What a host's server is asked before the services pay for an operation. */
export type SponsorQuestion = v.InferOutput<typeof sponsorQuestionSchema>
