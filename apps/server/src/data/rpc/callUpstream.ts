import { isUtf8 } from 'node:buffer'
import { type RpcFault, rpcFaultSchema } from 'latchkey/services'
import * as v from 'valibot'
import type { ProxiedCall } from '../namespaces/nodeLanguage.ts'
import { parseExactJson } from './parseExactJson.ts'
import { type HttpTarget, postJson } from './postJson.ts'

/** What one call came to; `unanswered` when the error is ours, because no node gave an answer. */
export type RpcOutcome =
  | {
      readonly result: unknown
      /** The node's whole answer as it came, where it can be passed on as it is. */
      readonly text?: string
    }
  | { readonly error: RpcFault; readonly unanswered?: true }

export type UpstreamReply = UpstreamAnswers | UpstreamFailure

interface UpstreamAnswers {
  /** By the place of the call in the request; a call that the node left out is missing. */
  readonly answers: ReadonlyMap<number, RpcOutcome>
  /** Whether one error answered a whole batch: a node that takes no batches, or only shorter ones. */
  readonly refusedAll?: true
}

export interface UpstreamFailure {
  /** For the log; never the URL. */
  readonly failure: string
  /** Whether asking again, here or elsewhere, can help (SPEC §7), or only `elsewhere`. */
  readonly retryable: boolean | 'elsewhere'
  /** Whether the node may have acted on the request although no answer came. */
  readonly mayHaveActed: boolean
  /** Milliseconds that the node asked to be left alone for. */
  readonly retryAfter?: number
}

/** The failure that says nothing about the node, only about the question. */
export const tooLarge = 'answer too large'

/** The statuses on which SPEC §7 tries again. */
const retryableStatuses: ReadonlySet<number> = new Set([403, 408, 413, 429, 500, 502, 503, 504])
/** Statuses that say nothing about the call, only about this node: a key that has run out, a front end with nothing behind. */
const isOfNode = (status: number): boolean => status === 401 || status === 402 || status >= 500
/** The ones by which a node refuses before it does anything. */
const refusals: ReadonlySet<number> = new Set([401, 402, 403, 413, 429, 503])
/** A longer `Retry-After` counts as this (F13). */
const longestRetryAfter = 10_000

/** Asks one node once: bounded in time and size, and trusting nothing of what comes back. */
export async function callUpstream(options: {
  readonly target: HttpTarget
  readonly calls: readonly ProxiedCall[]
  /** Milliseconds, from connecting to the last byte. */
  readonly timeout: number
  /** Bytes of the answer. */
  readonly answerLimit: number
  /** Uses a new connection: on a reused one, a failure does not show whether the request arrived. */
  readonly fresh?: boolean
}): Promise<UpstreamReply> {
  const { target, calls, timeout, answerLimit, fresh = false } = options
  // Ids of our own in a batch: callers' may be missing, equal or strange.
  const requests = calls.map(({ method, params, id }, place) => ({
    jsonrpc: '2.0',
    id: calls.length === 1 && id !== undefined ? id : place,
    method,
    params: params ?? [],
  }))
  const body = JSON.stringify(requests.length === 1 ? requests[0] : requests)
  const response = await postJson(target, { body, timeout, limit: answerLimit, fresh })
  if ('failure' in response) {
    const { failure, mayHaveActed } = response
    return { failure, mayHaveActed, retryable: true }
  }
  const { status, bytes } = response
  const refused = statusFailure(response)
  if (refused) return refused
  if (bytes === undefined) return { failure: tooLarge, retryable: false, mayHaveActed: true }
  const reply = readAnswers(bytes, {
    ids: requests.map(({ id }) => id),
    keepsText: calls[0]?.id !== undefined,
  })
  if (reply.answers.size > 0) return reply
  if (status < 200 || status > 299)
    return { failure: `HTTP ${status}`, retryable: false, mayHaveActed: false }
  return { failure: 'no JSON-RPC answer', retryable: true, mayHaveActed: true }
}

/** The failure in a status that says nothing about the call; undefined for any other status. */
export function statusFailure(response: {
  readonly status: number
  readonly retryAfter: string | undefined
}): UpstreamFailure | undefined {
  const { status, retryAfter } = response
  const isRetryable = retryableStatuses.has(status)
  if (!isRetryable && !isOfNode(status)) return undefined
  const wait = readRetryAfter(retryAfter ?? null)
  return {
    failure: `HTTP ${status}`,
    retryable: isRetryable || 'elsewhere',
    mayHaveActed: !refusals.has(status),
    ...(wait === undefined ? {} : { retryAfter: wait }),
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

function readAnswers(
  bytes: Buffer,
  { ids, keepsText }: { readonly ids: readonly (string | number)[]; readonly keepsText: boolean },
): UpstreamAnswers {
  const answers = new Map<number, RpcOutcome>()
  const text = isUtf8(bytes) ? bytes.toString('utf8') : ''
  let value: unknown
  try {
    value = parseExactJson(text)
  } catch {
    return { answers }
  }
  if (Array.isArray(value)) {
    for (const item of value) {
      const id = idOf(item)
      const outcome = readOutcome(item)
      const ours = typeof id === 'number' && Number.isInteger(id) && id >= 0 && id < ids.length
      if (ours && outcome !== undefined && !answers.has(id)) answers.set(id, outcome)
    }
    return { answers }
  }
  const outcome = readOutcome(value)
  if (outcome === undefined) return { answers }
  if ('error' in outcome && idOf(value) === null) {
    // A node that refuses the request as a whole answers one error without an id.
    for (const place of ids.keys()) answers.set(place, outcome)
    return ids.length > 1 ? { answers, refusedAll: true } : { answers }
  }
  const place = ids.indexOf(idOf(value) as string | number)
  if (place >= 0) answers.set(place, keepsText && isPlain(value) ? { ...outcome, text } : outcome)
  return { answers }
}

function idOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? (value as { id?: unknown }).id : undefined
}

/** Whether an answer says what JSON-RPC 2.0 has in it, and nothing else. */
function isPlain(value: unknown): boolean {
  const answer = value as Readonly<Record<string, unknown>>
  return answer.jsonrpc === '2.0' && 'result' in answer && Object.keys(answer).length === 3
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
