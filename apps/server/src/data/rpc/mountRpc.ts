import type { Hono } from 'hono'
import { type CaipNetworkId, namespaceOf } from 'latchkey/contract'
import {
  isProxiedQuestion,
  postRpc,
  type RpcAnswer,
  type RpcFault,
  type RpcId,
  rpcProxyMethods,
  rpcRefusal,
} from 'latchkey/services'
import type { Logger } from 'pino'
import type { AppContext, AppTypes } from '../../core/http/appTypes.ts'
import type { Gate } from '../../core/http/gate.ts'
import { readQuery } from '../../core/http/mountRoute.ts'
import { readBody } from '../../core/http/readBody.ts'
import { RouteFault, setFaultHeaders, toRouteError } from '../../core/http/routeFault.ts'
import { toFault } from '../../core/http/toFault.ts'
import { servicesOf } from '../namespaces/namespaces.ts'
import type { ProxiedCall } from '../namespaces/nodeLanguage.ts'
import { extraCost } from './callCost.ts'
import type { RpcOutcome } from './callUpstream.ts'
import { checkLogsRange } from './checkLogsRange.ts'
import type { RpcProxy } from './createRpcProxy.ts'
import { parseRpcBody, type RpcItem } from './parseRpcBody.ts'

/** The RPC proxy on the wire: every refusal is a JSON-RPC error, of the request as a whole or of one call (SPEC-NOTES §7). */
export function mountRpc(
  app: Hono<AppTypes>,
  deps: {
    readonly gate: Gate
    readonly proxy: RpcProxy
    readonly bundlers: RpcProxy
    readonly log: Logger
    readonly bodyLimit: number
    readonly batchLimit: number
    /** Blocks of one `eth_getLogs`. */
    readonly logsRange: number
  },
): void {
  const { gate, proxy, bundlers, log, bodyLimit, batchLimit, logsRange } = deps

  async function answer(c: AppContext): Promise<Response> {
    const project = await gate.admit(c, { isForWallet: true })
    const { chainId } = readQuery(c, postRpc.query)
    if (!proxy.serves(chainId))
      return refuse(c, 404, { code: rpcRefusal.notFound, message: 'Chain is not supported' })
    if (!/^application\/json\b/i.test(c.req.header('content-type') ?? ''))
      return refuse(c, 415, { code: rpcRefusal.invalid, message: 'Content-Type must be application/json' })
    const bytes = await readBody(c, bodyLimit)
    if (bytes === undefined) throw new RouteFault('REQUEST_TOO_LARGE')
    const body = parseRpcBody(bytes, batchLimit)
    if ('refused' in body) return refuse(c, 400, body.refused)
    const ofBundlers = bundlers.serves(chainId) ? (servicesOf(chainId)?.bundlers?.methods ?? []) : []
    const allowed = [...(rpcProxyMethods[namespaceOf(chainId)] ?? []), ...ofBundlers]
    const cost = extraCost(
      body.items.map(item => ('call' in item && allowed.includes(item.call.method) ? item.call : nothing)),
    )
    if (cost > 0) await gate.charge(c, project, cost)

    const judged = await Promise.all(body.items.map(item => judge(item, chainId, allowed)))
    const [only] = judged
    if (!body.batch && only !== undefined && 'pass' in only && isWireId(only.id)) {
      const [outcome] = await callAll(chainId, [{ ...only.pass, id: only.id }], ofBundlers)
      // The node was asked under the caller's own id, so that its answer need not be written anew.
      if (outcome !== undefined && 'result' in outcome && outcome.text !== undefined)
        return c.body(outcome.text, 200, { 'Content-Type': 'application/json' })
      return sendAnswers(c, toAnswer(only.id, outcome))
    }
    const passed = judged.flatMap(item => ('pass' in item ? [item] : []))
    const outcomes =
      passed.length === 0
        ? []
        : await callAll(
            chainId,
            passed.map(({ pass }) => pass),
            ofBundlers,
          )
    const outcomeOf = new Map(passed.map((item, index) => [item, outcomes[index]]))
    const answers = judged.flatMap(item => {
      if (item.id === undefined) return []
      return [toAnswer(item.id, 'pass' in item ? outcomeOf.get(item) : { error: item.refused })]
    })
    if (answers.length === 0) return c.body(null, 204)
    return sendAnswers(c, body.batch ? answers : answers[0])
  }

  /** Asks the nodes, and the bundlers what is theirs; the outcomes are in the order of the calls. */
  async function callAll(
    chain: CaipNetworkId,
    calls: readonly ProxiedCall[],
    ofBundlers: readonly string[],
  ): Promise<readonly (RpcOutcome | undefined)[]> {
    const isBundled = ({ method }: ProxiedCall) => ofBundlers.includes(method)
    const bundled = calls.filter(isBundled)
    if (bundled.length === 0) return proxy.call(chain, calls)
    const plain = calls.filter(call => !isBundled(call))
    const [own, others] = await Promise.all([
      bundlers.call(chain, bundled),
      plain.length === 0 ? [] : proxy.call(chain, plain),
    ])
    return calls.map(call => (isBundled(call) ? own[bundled.indexOf(call)] : others[plain.indexOf(call)]))
  }

  /** Which calls are passed on (T101). */
  async function judge(item: RpcItem, chain: CaipNetworkId, allowed: readonly string[]): Promise<Judged> {
    if (!('call' in item)) return item
    const { id, method, params } = item.call
    if (!allowed.includes(method) || !isProxiedQuestion(namespaceOf(chain), { method, params }))
      return { id, refused: notAllowed }
    const pass = { method, params }
    const bundled = servicesOf(chain)?.bundlers
    if (bundled?.methods.includes(method) && !bundled.isCall(pass)) return { id, refused: invalidParams }
    const head = () => proxy.head(chain)
    const refused = await checkLogsRange(pass, { most: logsRange, head })
    return refused === undefined ? { id, pass } : { id, refused }
  }

  const path = postRpc.path
  app.options(path, c => gate.preflight(c, { isForWallet: true }))
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

/** A valid call, or the reason it is none. Without an id it is a notification, which gets no answer. */
type Judged =
  | { readonly id: RpcId | undefined; readonly pass: ProxiedCall }
  | { readonly id: RpcId | undefined; readonly refused: RpcFault }

/** A refused call costs no node any work. */
const nothing = { method: '' }
const invalidParams: RpcFault = { code: rpcRefusal.params, message: 'Invalid params' }
const notAllowed: RpcFault = { code: rpcRefusal.method, message: 'Requested RPC call is not allowed' }

/** Whether any node gives an id back as it is: null may count as none, and a fraction may be rounded. */
function isWireId(id: RpcId | undefined): id is string | number {
  return typeof id === 'string' || Number.isSafeInteger(id)
}

function toAnswer(id: RpcId, outcome: RpcOutcome | undefined): RpcAnswer {
  if (outcome === undefined) return { jsonrpc: '2.0', id, error: notAllowed }
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
  status: 400 | 401 | 403 | 404 | 409 | 410 | 413 | 415 | 423 | 429 | 500 | 502 | 503,
  error: RpcFault,
): Response {
  return c.json({ jsonrpc: '2.0', id: null, error } satisfies RpcAnswer, status)
}

function refusalCode(fault: RouteFault): number {
  if (fault.code === 'APKT010') return rpcRefusal.limit
  return fault.status >= 500 ? rpcRefusal.internal : rpcRefusal.invalid
}
