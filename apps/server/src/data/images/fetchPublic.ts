/** What an address that a stranger chose is asked for (NFT metadata, avatars, images, CCIP gateways). */
export interface PublicRequest {
  readonly method?: 'GET' | 'POST'
  /** Beside `Host`, `User-Agent` and `Accept-Encoding`, which are set here. A redirect to another origin drops them. */
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** Bytes of the answer, decoded; 1 MiB by default. */
  readonly maxBytes?: number
  /** Milliseconds for everything, redirects and all; 10 s by default. */
  readonly timeout?: number
  /** Redirects that are followed; three by default, which is the most. */
  readonly redirects?: 0 | 1 | 2 | 3
  readonly signal?: AbortSignal
}

export interface PublicAnswer {
  /** Where the answer came from, after redirects. */
  readonly url: string
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

/**
 * Fetches from the public internet and from nowhere else (T95): http and https, ports 80 and 443, no credentials, every
 * address that the name has must be global, the connection goes to exactly these, and each of at most three redirects
 * is checked again. A status that is no success is an answer, too.
 * @throws PublicFetchError.
 */
export type FetchPublic = (url: string, request?: PublicRequest) => Promise<PublicAnswer>

export type PublicFetchFailure =
  /** The address is not one we ask: its scheme, port, credentials, or what its name stands for. */
  | 'refused'
  /** The name is unknown, or no HTTP server answers there. */
  | 'unreachable'
  /** The answer is longer than asked for. */
  | 'too-large'
  /** It took too long, or the caller gave up. */
  | 'timeout'
  /** More redirects than three. */
  | 'redirects'

/** Matched by name and code; its message names the reason, never the address. */
export class PublicFetchError extends Error {
  override readonly name = 'PublicFetchError'
  readonly code: PublicFetchFailure

  constructor(code: PublicFetchFailure, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.code = code
  }
}
