import type { Hono } from 'hono'
import {
  namespaceOf,
  postRpc,
  type RpcAnswer,
  type RpcFault,
  type RpcId,
  rpcProxyMethods,
  rpcRefusal,
} from 'latchkey/contract'
import type { Logger } from 'pino'
import type { AppContext, AppTypes } from '../http/appTypes.ts'
import type { Gate } from '../http/createGate.ts'
import { readQuery } from '../http/mountRoute.ts'
import { readBody } from '../http/readBody.ts'
import { RouteFault, setFaultHeaders, toRouteError } from '../http/routeFault.ts'
import { toFault } from '../http/toFault.ts'
import type { RpcOutcome } from './callUpstream.ts'
import type { RpcProxy } from './createRpcProxy.ts'
import { parseRpcBody, type RpcItem } from './parseRpcBody.ts'

/** The RPC proxy on the wire: every refusal is a JSON-RPC error, of the request as a whole or of one call (SPEC-NOTES §7). */
export function mountRpc(
  app: Hono<AppTypes>,
  deps: {
    readonly gate: Gate
    readonly proxy: RpcProxy
    readonly log: Logger
    readonly bodyLimit: number
    readonly batchLimit: number
  },
): void {
  const { gate, proxy, log, bodyLimit, batchLimit } = deps

  async function answer(c: AppContext): Promise<Response> {
    const project = await gate.admit(c)
    const { chainId } = readQuery(c, postRpc.query)
    if (!proxy.serves(chainId))
      return refuse(c, 404, { code: rpcRefusal.notFound, message: 'Chain is not supported' })
    if (!/^application\/json\b/i.test(c.req.header('content-type') ?? ''))
      return refuse(c, 415, { code: rpcRefusal.invalid, message: 'Content-Type must be application/json' })
    const bytes = await readBody(c, bodyLimit)
    if (bytes === undefined) throw new RouteFault('REQUEST_TOO_LARGE')
    const body = parseRpcBody(bytes, batchLimit)
    if ('refused' in body) return refuse(c, 400, body.refused)
    // The first call was counted at the gate.
    if (body.items.length > 1) await gate.charge(c, project, body.items.length - 1)

    const methods = rpcProxyMethods[namespaceOf(chainId)] ?? []
    const passed = body.items.flatMap(item =>
      'call' in item && methods.includes(item.call.method) ? [item.call] : [],
    )
    const outcomes = passed.length === 0 ? [] : await proxy.call(chainId, passed)
    const outcomeOf = new Map(passed.map((call, index) => [call, outcomes[index]]))
    const answers = body.items.flatMap(item => {
      const id = idOf(item)
      return id === undefined
        ? []
        : [toAnswer(id, 'call' in item ? outcomeOf.get(item.call) : { error: item.refused })]
    })
    if (answers.length === 0) return c.body(null, 204)
    return sendAnswers(c, body.batch ? answers : answers[0])
  }

  const path = postRpc.path
  app.options(path, c => gate.preflight(c))
  app.post(path, async c => {
    try {
      return await answer(c)
    } catch (error) {
      const fault = toFault(error, c, log)
      setFaultHeaders(c, fault)
      const { message, ...data } = toRouteError(fault, c.get('requestId'))
      return refuse(c, fault.status, { code: refusalCode(fault), message, data })
    }
  })
}

/** Undefined for a notification, which gets no answer; a refused item is answered even without an id. */
function idOf(item: RpcItem): RpcId | undefined {
  return 'call' in item ? item.call.id : item.id
}

/** A call without an outcome was not passed on. */
function toAnswer(id: RpcId, outcome: RpcOutcome | undefined): RpcAnswer {
  if (outcome === undefined)
    return {
      jsonrpc: '2.0',
      id,
      error: { code: rpcRefusal.method, message: 'Requested RPC call is not allowed' },
    }
  return 'error' in outcome
    ? { jsonrpc: '2.0', id, error: outcome.error }
    : { jsonrpc: '2.0', id, result: outcome.result }
}

/** A node may answer so deeply nested that it cannot be written again; that is its fault, not ours. */
function sendAnswers(c: AppContext, answers: RpcAnswer | readonly RpcAnswer[] | undefined): Response {
  let text: string
  try {
    text = JSON.stringify(answers)
  } catch {
    return refuse(c, 502, { code: rpcRefusal.internal, message: "The node's answer cannot be passed on" })
  }
  return c.body(text, 200, { 'Content-Type': 'application/json' })
}

function refuse(
  c: AppContext,
  status: 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 502 | 503,
  error: RpcFault,
): Response {
  return c.json({ jsonrpc: '2.0', id: null, error } satisfies RpcAnswer, status)
}

function refusalCode(fault: RouteFault): number {
  if (fault.code === 'APKT010') return rpcRefusal.limit
  return fault.status >= 500 ? rpcRefusal.internal : rpcRefusal.invalid
}
