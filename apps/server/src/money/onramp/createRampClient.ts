import * as v from 'valibot'
import type { Clock } from '../../core/http/appTypes.ts'
import { createServiceClient, type ProviderClient } from '../client/createServiceClient.ts'
import { parseDecimalJson } from '../client/parseDecimalJson.ts'
import { OnRampFault } from './onRampProvider.ts'

/** Creates a client of one vendor's service, in whose answers every number is a decimal text (T74). It throws OnRampFault `rate-limited`, `unavailable`. */
export function createRampClient(options: {
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  /** Milliseconds. */
  readonly timeout: number
  readonly clock: Clock
  /** Milliseconds since 1970. */
  readonly now: () => number
}): ProviderClient {
  return createServiceClient({
    ...options,
    parse: parseDecimalJson,
    fault: (reason, details) => new OnRampFault(reason, details),
  })
}

/** An amount in a vendor's answer, read from the text of its JSON, or from a text in it. */
export const vendorDecimal = v.pipe(v.string(), v.maxLength(80), v.regex(/^\d{1,60}(?:\.\d{1,60})?$/))

/** Reads an answer of a vendor. @throws OnRampFault `unavailable`, for another shape */
export function parseRampAnswer<S extends v.GenericSchema>(schema: S, body: unknown): v.InferOutput<S> {
  const answer = v.safeParse(schema, body)
  if (answer.success) return answer.output
  const at = v.getDotPath(answer.issues[0])
  const where = at === null ? '' : `, at ${at.slice(0, 64)}`
  throw new OnRampFault('unavailable', { message: `The service answered in another shape${where}` })
}
