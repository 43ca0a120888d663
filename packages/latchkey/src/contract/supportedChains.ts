/** Which chains the services answer for (SPEC §7). */
import * as v from 'valibot'
import { type CaipNetworkId, isCaipNetworkId } from './caip.ts'
import { projectErrors, projectQuery, route } from './route.ts'

/** A CAIP-2 id on the wire. */
export const caipNetworkIdSchema = v.custom<CaipNetworkId>(value => isCaipNetworkId(value))

/**
 * The chains that the services support, over HTTP and over WebSocket. For other chains a client skips the call and uses
 * an empty result.
 */
export const supportedChainsSchema = v.object({
  http: v.pipe(v.array(caipNetworkIdSchema), v.maxLength(1_000)),
  ws: v.pipe(v.array(caipNetworkIdSchema), v.maxLength(1_000)),
})

/** The chains that the services support, over HTTP and over WebSocket. */
export type SupportedChains = v.InferOutput<typeof supportedChainsSchema>

/** GET /v1/supported-chains (SPEC §7): returns the chains that the services support. */
export const getSupportedChains = route({
  method: 'GET',
  path: '/v1/supported-chains',
  query: v.strictObject(projectQuery),
  response: supportedChainsSchema,
  errors: projectErrors,
})
