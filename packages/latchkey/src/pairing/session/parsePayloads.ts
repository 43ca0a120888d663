/** Reads what a page sends a wallet; each answers undefined for what makes no sense. */
import * as v from 'valibot'
import { authenticateSchema, proposeSchema, requestSchema } from './payloads.schema.ts'

/** The parameters of a session proposal. */
export type Proposal = v.InferOutput<typeof proposeSchema>
/** The parameters of a session request. */
export type SessionCall = v.InferOutput<typeof requestSchema>
/** The parameters of a one-click sign-in request. */
export type Authentication = v.InferOutput<typeof authenticateSchema>

/** Parses a session proposal; undefined when it does not match. */
export function parseProposal(params: unknown): Proposal | undefined {
  return read(proposeSchema, params)
}

/** Parses a session request; undefined when it does not match. */
export function parseSessionCall(params: unknown): SessionCall | undefined {
  return read(requestSchema, params)
}

/** Parses a one-click sign-in request; undefined when it does not match. */
export function parseAuthentication(params: unknown): Authentication | undefined {
  return read(authenticateSchema, params)
}

function read<T>(schema: v.GenericSchema<unknown, T>, params: unknown): T | undefined {
  const parsed = v.safeParse(schema, params)
  return parsed.success ? parsed.output : undefined
}
