/** Reads what a page sends a wallet; each answers undefined for what makes no sense. */
import * as v from 'valibot'
import { authenticateSchema, proposeSchema, requestSchema } from './payloads.schema.ts'

export type Proposal = v.InferOutput<typeof proposeSchema>
export type SessionCall = v.InferOutput<typeof requestSchema>
export type Authentication = v.InferOutput<typeof authenticateSchema>

export function parseProposal(params: unknown): Proposal | undefined {
  return read(proposeSchema, params)
}

export function parseSessionCall(params: unknown): SessionCall | undefined {
  return read(requestSchema, params)
}

export function parseAuthentication(params: unknown): Authentication | undefined {
  return read(authenticateSchema, params)
}

function read<T>(schema: v.GenericSchema<unknown, T>, params: unknown): T | undefined {
  const parsed = v.safeParse(schema, params)
  return parsed.success ? parsed.output : undefined
}
