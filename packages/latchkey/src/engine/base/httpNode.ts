/** Questions to networks whose nodes speak REST or GraphQL: time-outs, retries, and the next URL when one fails (SPEC §7; rows F13–F15). */
import type { RpcRequest } from '../../contract/adapter.ts'
import { isLatchkeyError } from '../../contract/error.ts'
import { limits } from '../../contract/limits.ts'
import type { NamespaceFacts } from '../../contract/namespaceFacts.ts'
import { type Answer, fetchBounded } from './http.ts'
import { listEndpoints, type RpcEndpoint } from './listEndpoints.ts'
import { callAborted, nodeFailure, parseJson, pauseOf, retriedStatuses, wordsOf } from './nodeAnswer.ts'
import { createRpc, type RpcOptions } from './rpc.ts'
import { wait } from './wait.ts'

export interface HttpNodeOptions extends RpcOptions {
  readonly language: NonNullable<NamespaceFacts['nodes']>
}

/** One question as its node takes it. */
interface Question {
  readonly method: string
  readonly params: readonly unknown[]
  readonly init: RequestInit
  /** The whole URL, from the node's. */
  readonly at: (url: string) => string
  /** The result out of an answer in JSON; throws when it is a refusal. */
  readonly read: (body: unknown) => unknown
}

/** The node's own answer to the question, which another node would give as well. */
class OwnAnswer extends Error {}

/**
 * Makes the request function of a network for `GET` with a path, or `query` with a document and its variables (`RpcRequest`). URLs come in
 * the order of `createRpc`; the proxy of the services takes the same question as JSON-RPC. An integer that JSON cannot carry exactly is left
 * out of an answer. It throws LatchkeyError RPC_ABORTED when its signal aborts, else UNKNOWN with the failure as its cause.
 */
export function createHttpNode(options: HttpNodeOptions): RpcRequest {
  const { clock, language, signal: end } = options
  let order = listEndpoints(options).endpoints
  const proxy = order.filter(each => each.isProxy)
  const askProxy = createRpc(options, { endpoints: proxy, isRanked: false })

  async function askNode({ url }: RpcEndpoint, question: Question, signal: AbortSignal): Promise<unknown> {
    for (let attempt = 0; ; attempt++) {
      const answer = await fetchBounded(question.at(url), {
        ...options,
        signals: [signal],
        init: question.init,
      }).catch((cause: unknown) => cause as Error & { readonly kind?: unknown })
      if (signal.aborted) throw callAborted(question.method)
      const body = 'bytes' in answer && answer.ok ? parseJson(answer.bytes, exactOnly) : undefined
      if (body !== undefined) return question.read(body)
      const failure = 'bytes' in answer ? statusFailure(answer) : answer
      if (attempt === limits.rpcRetries || !isWorthRetry(answer)) throw failure
      const asked = 'bytes' in answer ? pauseOf(answer, clock.now()) : 0
      await wait(clock, Math.max(limits.rpcRetryDelay * 2 ** attempt, asked), signal)
      if (signal.aborted) throw callAborted(question.method)
    }
  }

  return async (method, params, signal) => {
    const question = toQuestion(language, method, params)
    const flight = new AbortController()
    const abort = () => flight.abort()
    const signals = [end, signal].filter(each => each !== undefined)
    for (const each of signals) {
      if (each.aborted) abort()
      else each.addEventListener('abort', abort, { signal: flight.signal })
    }
    let last: unknown = new Error('The network has no RPC URL')
    try {
      if (flight.signal.aborted) throw callAborted(method)
      for (const [at, endpoint] of order.entries()) {
        try {
          const result = endpoint.isProxy
            ? exact(await askProxy(method, params, flight.signal))
            : await askNode(endpoint, question, flight.signal)
          // The one that answered is asked first from now on, so that a dead one costs its time-out once.
          if (at > 0) order = [...order.slice(at), ...order.slice(0, at)]
          return result
        } catch (cause) {
          if (isLatchkeyError(cause, 'RPC_ABORTED')) throw cause
          last = isLatchkeyError(cause, 'UNKNOWN') ? cause.cause : cause
          if (cause instanceof OwnAnswer) break
        }
      }
    } finally {
      flight.abort()
    }
    throw nodeFailure(method, last)
  }
}

/** @throws LatchkeyError UNKNOWN for what is no question of the language. */
function toQuestion(
  language: HttpNodeOptions['language'],
  method: string,
  params: readonly unknown[],
): Question {
  const [what, variables] = params
  if (language === 'rest' && method === 'GET' && isPath(what))
    return { method, params, init: { method: 'GET' }, at: url => below(url, what), read: body => body }
  if (language === 'graphql' && method === 'query' && typeof what === 'string') {
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: what, variables: variables ?? {} }),
    }
    return { method, params, init, at: url => url, read: dataOf }
  }
  throw nodeFailure(
    method,
    new Error(`The network's nodes do not take this question: they speak ${language}`),
  )
}

/** A path below the node's URL that leads nowhere else. The query is free. */
function isPath(value: unknown): value is string {
  if (typeof value !== 'string' || value.length > 2_000) return false
  const path = value.split('?', 1)[0] ?? ''
  return /^(?:\/(?!\.{1,2}(?:\/|$))[\w.:@!$&'()*+,;=~-]+)+$/.test(path) && !/[#\s\\]/.test(value)
}

function below(base: string, path: string): string {
  const url = new URL(base)
  const [pathname = '', ...query] = path.split('?')
  url.pathname = url.pathname.replace(/\/+$/, '') + pathname
  // The URL's own query may hold a key.
  url.search = [url.search.slice(1), query.join('?')].filter(part => part !== '').join('&')
  return url.href
}

function dataOf(body: unknown): unknown {
  const { data, errors } = (body ?? {}) as { readonly data?: unknown; readonly errors?: unknown }
  if (Array.isArray(errors) && errors.length > 0) {
    const [first] = errors as readonly ({ readonly message?: unknown } | null)[]
    throw new OwnAnswer(wordsOf(first?.message))
  }
  if (typeof data !== 'object' || data === null) throw new Error('The answer makes no sense')
  return data
}

/** What came through another parser of JSON, which rounds. */
function exact(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), exactOnly)
}

function exactOnly(_key: string, value: unknown): unknown {
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? undefined : value
}

function statusFailure({ ok, status }: Answer): Error {
  if (ok) return new Error('The answer makes no sense')
  return Object.assign(new Error(`HTTP status ${status}`), { code: status })
}

/** A URL that hangs is left for the next one (F15). */
function isWorthRetry(answer: Answer | { readonly kind?: unknown }): boolean {
  if (!('bytes' in answer)) return answer.kind !== 'timeout'
  return answer.ok || retriedStatuses.includes(answer.status)
}
