import type { Clock } from '../../core/http/appTypes.ts'
import { parseJson } from '../../core/http/parseJson.ts'
import { createServiceClient, type ProviderClient } from '../client/createServiceClient.ts'
import { ConvertFault } from './convertProvider.ts'

export type { ProviderAnswer, ProviderClient, ProviderRequest } from '../client/createServiceClient.ts'

/** Creates a client of one service that quotes swaps. It throws ConvertFault `rate-limited`, `unavailable`. */
export function createProviderClient(options: {
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  /** Milliseconds. */
  readonly timeout: number
  readonly clock: Clock
  /** Milliseconds since 1970, for a `Retry-After` that is a date. */
  readonly now: () => number
  /** Bytes; default 8 MB. */
  readonly limit?: number
}): ProviderClient {
  return createServiceClient({
    ...options,
    parse: parseJson,
    fault: (reason, details) => new ConvertFault(reason, details),
  })
}
