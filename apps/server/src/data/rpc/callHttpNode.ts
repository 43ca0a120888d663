import { isUtf8 } from 'node:buffer'
import { rpcRefusal } from 'latchkey/services'
import type { NodeLanguage, ProxiedCall } from '../namespaces/nodeLanguage.ts'
import {
  type RpcOutcome,
  statusFailure,
  tooLarge,
  type UpstreamFailure,
  type UpstreamReply,
} from './callUpstream.ts'
import { parseExactJson } from './parseExactJson.ts'
import { getJson, type HttpTarget, postJson } from './postJson.ts'

/** Calls of a batch that a node gets at the same time: each is a request of its own. */
const callsAtOnce = 4
/** The error code of what a GraphQL node says against a document: the server's own, in JSON-RPC 2.0. */
const refusedByNode = -32_000

interface HttpCalls {
  readonly target: HttpTarget
  readonly calls: readonly ProxiedCall[]
  /** Milliseconds for all of them. */
  readonly timeout: number
  /** Bytes of one answer. */
  readonly answerLimit: number
}

/**
 * Asks a REST or GraphQL node each call once: bounded in time and size, and trusting nothing of what comes back. The failure of one call is
 * that of all only where none was answered.
 */
export async function callHttpNode(
  speaks: NonNullable<NodeLanguage['speaks']>,
  { target, calls, timeout, answerLimit }: HttpCalls,
): Promise<UpstreamReply> {
  const started = performance.now()
  const answers = new Map<number, RpcOutcome>()
  let failure: UpstreamFailure | undefined
  for (let first = 0; first < calls.length && failure === undefined; first += callsAtOnce) {
    const left = Math.max(1, timeout - (performance.now() - started))
    await Promise.all(
      calls.slice(first, first + callsAtOnce).map(async (call, place) => {
        const reply = await ask(speaks, target, call, { timeout: left, limit: answerLimit })
        if ('failure' in reply) failure ??= reply
        else answers.set(first + place, reply)
      }),
    )
  }
  return failure !== undefined && answers.size === 0 ? failure : { answers }
}

async function ask(
  speaks: NonNullable<NodeLanguage['speaks']>,
  target: HttpTarget,
  { params }: ProxiedCall,
  bounds: { readonly timeout: number; readonly limit: number },
): Promise<RpcOutcome | UpstreamFailure> {
  const [what, variables] = Array.isArray(params) ? (params as readonly unknown[]) : []
  const response =
    speaks === 'rest'
      ? await getJson(target, { ...bounds, path: String(what) })
      : await postJson(target, {
          ...bounds,
          body: JSON.stringify({ query: what, variables: variables ?? {} }),
          fresh: false,
        })
  if ('failure' in response) return { failure: response.failure, retryable: true, mayHaveActed: false }
  const { status, bytes } = response
  const refused = statusFailure(response)
  if (refused) return { ...refused, mayHaveActed: false }
  if (bytes === undefined) return { failure: tooLarge, retryable: false, mayHaveActed: false }
  if (status < 200 || status > 299) {
    const code = status === 404 ? rpcRefusal.notFound : rpcRefusal.invalid
    return { error: { code, message: `The node answered HTTP ${status}` } }
  }
  const text = isUtf8(bytes) ? bytes.toString('utf8') : ''
  const outcome = speaks === 'rest' ? readRest(text) : readGraphql(text)
  return outcome ?? { failure: 'no JSON answer', retryable: true, mayHaveActed: false }
}

function readRest(text: string): RpcOutcome | undefined {
  try {
    return { result: parseExactJson(text) }
  } catch {
    // Some routes answer one word, such as a block's hash.
    return /^[\w.:-]{1,128}$/.test(text) ? { result: text } : undefined
  }
}

function readGraphql(text: string): RpcOutcome | undefined {
  let body: unknown
  try {
    body = parseExactJson(text)
  } catch {
    return undefined
  }
  const { data, errors } = (body ?? {}) as { readonly data?: unknown; readonly errors?: unknown }
  if (Array.isArray(errors) && errors.length > 0) {
    const [first] = errors as readonly ({ readonly message?: unknown } | null)[]
    // Not `String`: an object of a node may not be turned into text, and throws.
    const words = typeof first?.message === 'string' ? first.message.slice(0, 300) : 'The node refused'
    return { error: { code: refusedByNode, message: words } }
  }
  return typeof data === 'object' && data !== null ? { result: data } : undefined
}
