/** Which chains the services answer for (SPEC §7). */
import * as v from 'valibot'
import { type CaipNetworkId, isCaipNetworkId } from './caip.ts'
import { projectErrors, projectQuery, route } from './route.ts'

/** A CAIP-2 id on the wire. */
export const caipNetworkIdSchema = v.custom<CaipNetworkId>(value => isCaipNetworkId(value))

/** Chains with an RPC over HTTP and over WebSocket; for any other chain a client answers itself with nothing. */
export const supportedChainsSchema = v.object({
  http: v.pipe(v.array(caipNetworkIdSchema), v.maxLength(1_000)),
  ws: v.pipe(v.array(caipNetworkIdSchema), v.maxLength(1_000)),
})

export type SupportedChains = v.InferOutput<typeof supportedChainsSchema>

/** GET /v1/supported-chains (SPEC §7, SPEC-NOTES §7). */
export const getSupportedChains = route({
  method: 'GET',
  path: '/v1/supported-chains',
  query: v.strictObject(projectQuery),
  response: supportedChainsSchema,
  errors: projectErrors,
})
