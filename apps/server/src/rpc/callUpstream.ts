import { type RpcCall, type RpcFault, rpcFaultSchema } from 'latchkey/contract'
import * as v from 'valibot'
import { readBounded } from '../http/readBody.ts'

/** What one call came to; `unanswered` when the error is ours, because no node gave an answer. */
export type RpcOutcome =
  | { readonly result: unknown }
  | { readonly error: RpcFault; readonly unanswered?: true }

type UpstreamReply =
  /** By the place of the call in the request; a call that the node left out is missing. */
  { readonly answers: ReadonlyMap<number, RpcOutcome> } | UpstreamFailure

export interface UpstreamFailure {
  /** For the log; never the URL. */
  readonly failure: string
  /** Whether asking again, here or elsewhere, can help (SPEC §7). */
  readonly retryable: boolean
  /** Whether the node may have acted on the request although no answer came. */
  readonly mayHaveActed: boolean
  /** Milliseconds that the node asked to be left alone for. */
  readonly retryAfter?: number
}

/** The failure that says nothing about the node, only about the question. */
export const tooLarge = 'answer too large'

/** The statuses on which SPEC §7 tries again. */
const retryableStatuses: ReadonlySet<number> = new Set([403, 408, 413, 429, 500, 502, 503, 504])
/** Of these, the ones by which a node refuses before it does anything. */
const refusals: ReadonlySet<number> = new Set([403, 413, 429, 503])
/** A longer `Retry-After` counts as this (F13). */
const longestRetryAfter = 10_000

/** Asks one node once: bounded in time and size, and trusting nothing of what comes back. */
export async function callUpstream(options: {
  readonly url: string
  readonly calls: readonly Pick<RpcCall, 'method' | 'params'>[]
  /** Milliseconds, from connecting to the last byte. */
  readonly timeout: number
  /** Bytes of the answer. */
  readonly answerLimit: number
}): Promise<UpstreamReply> {
  const { url, calls, timeout, answerLimit } = options
  // Ids of our own: a caller's may be missing, equal or strange.
  const requests = calls.map(({ method, params }, id) => ({
    jsonrpc: '2.0',
    id,
    method,
    params: params ?? [],
  }))
  const request: RequestInit = {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(requests.length === 1 ? requests[0] : requests),
    redirect: 'manual',
    signal: AbortSignal.timeout(Math.ceil(timeout)),
  }
  // Below only the network can throw.
  try {
    const response = await fetch(url, request)
    if (retryableStatuses.has(response.status)) {
      await response.body?.cancel()
      return refusedByStatus(response)
    }
    const bytes = await readBounded(response.body, answerLimit)
    if (bytes === undefined) return { failure: tooLarge, retryable: false, mayHaveActed: true }
    const answers = readAnswers(bytes, calls.length)
    if (answers.size > 0) return { answers }
    if (!response.ok) return { failure: `HTTP ${response.status}`, retryable: false, mayHaveActed: false }
    return { failure: 'no JSON-RPC answer', retryable: true, mayHaveActed: true }
  } catch (error) {
    return networkFailure(error)
  }
}

function refusedByStatus(response: Response): UpstreamFailure {
  const retryAfter = readRetryAfter(response.headers.get('retry-after'))
  return {
    failure: `HTTP ${response.status}`,
    retryable: true,
    mayHaveActed: !refusals.has(response.status),
    ...(retryAfter === undefined ? {} : { retryAfter }),
  }
}

/** Milliseconds, from seconds or a date. */
export function readRetryAfter(header: string | null, now = Date.now()): number | undefined {
  const text = header?.trim() ?? ''
  const isSeconds = /^\d{1,9}$/.test(text)
  // Date.parse makes a date of nearly anything; the wire form begins with a weekday.
  if (!isSeconds && !/^[A-Z][a-z]{2,8}, /.test(text)) return undefined
  const wait = isSeconds ? Number(text) * 1_000 : Date.parse(text) - now
  return Number.isNaN(wait) ? undefined : Math.min(Math.max(wait, 0), longestRetryAfter)
}

// With these the request cannot have left: nobody was there to take it.
const unreached: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

function networkFailure(error: unknown): UpstreamFailure {
  const { name, cause } = error as { name?: string; cause?: { code?: unknown } }
  const code = typeof cause?.code === 'string' ? cause.code : (name ?? 'unknown')
  return { failure: code, retryable: true, mayHaveActed: !unreached.has(code) }
}

function readAnswers(bytes: Uint8Array, count: number): ReadonlyMap<number, RpcOutcome> {
  const answers = new Map<number, RpcOutcome>()
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return answers
  }
  if (!Array.isArray(value)) {
    const outcome = readOutcome(value)
    // A node that refuses the request as a whole answers one error without an id.
    const refusesAll = outcome !== undefined && 'error' in outcome && idOf(value) === null
    for (let id = 0; outcome !== undefined && id < count; id++) {
      if (refusesAll || idOf(value) === id) answers.set(id, outcome)
    }
    return answers
  }
  for (const item of value) {
    const id = idOf(item)
    const outcome = readOutcome(item)
    const ours = typeof id === 'number' && Number.isInteger(id) && id >= 0 && id < count
    if (ours && outcome !== undefined && !answers.has(id)) answers.set(id, outcome)
  }
  return answers
}

function idOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? (value as { id?: unknown }).id : undefined
}

function readOutcome(value: unknown): RpcOutcome | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { error, result } = value as { error?: unknown; result?: unknown }
  if (error !== undefined && error !== null) {
    const fault = v.safeParse(rpcFaultSchema, error)
    return fault.success ? { error: fault.output } : undefined
  }
  return result === undefined ? undefined : { result }
}
