import { accountMethods } from '../methods/accountMethods.ts'
import { chainMethods } from '../methods/chainMethods.ts'
import type { Method, MethodContext } from '../methods/method.ts'
import { transactionMethods } from '../methods/transactionMethods.ts'
import { fromJson, toJson } from './exactJson.ts'
import { RpcError } from './rpcError.ts'

const methods: Readonly<Record<string, Method>> = {
  ...chainMethods,
  ...accountMethods,
  ...transactionMethods,
}

/** Calls in one batch; each can be as dear as one alone. */
const largestBatch = 100

/** A call as it was sent. */
export interface Call {
  readonly id: unknown
  readonly method: string
  readonly params: readonly unknown[]
}

/**
 * Answers the text of an HTTP request: one call or a batch of calls. `log` gets what failed although it should not.
 * @returns JSON
 */
export async function answerRpc(
  context: MethodContext,
  text: string,
  log: (line: string) => void,
): Promise<string> {
  let body: unknown
  try {
    body = fromJson(text)
  } catch {
    return toJson(toFailure(null, new RpcError(-32700, 'Parse error')))
  }
  const answer = (request: unknown): Promise<unknown> =>
    answerCall(request, call => runMethod(context, call), log)
  if (!Array.isArray(body)) return toJson(await answer(body))
  if (body.length === 0 || body.length > largestBatch)
    return toJson(toFailure(null, new RpcError(-32600, 'Invalid request')))
  return toJson(await Promise.all(body.map(answer)))
}

/** Answers one request by `run`, with every error as JSON-RPC has it. */
export async function answerCall(
  request: unknown,
  run: (call: Call) => unknown,
  log: (line: string) => void,
): Promise<unknown> {
  const {
    jsonrpc,
    id = null,
    method,
    params = [],
  } = (typeof request === 'object' && request !== null ? request : {}) as Record<string, unknown>
  const isId = id === null || ['string', 'number', 'bigint'].includes(typeof id)
  if (jsonrpc !== '2.0' || typeof method !== 'string' || !isId)
    return toFailure(isId ? id : null, new RpcError(-32600, 'Invalid request'))
  try {
    if (!Array.isArray(params)) throw new RpcError(-32602, 'Invalid params: expected an array of parameters.')
    return { jsonrpc: '2.0', result: await run({ id, method, params }), id }
  } catch (error) {
    if (!(error instanceof RpcError))
      log(`${method}: ${error instanceof Error ? error.message : String(error)}`)
    return toFailure(id, error instanceof RpcError ? error : new RpcError(-32603, 'Internal error'))
  }
}

function runMethod(context: MethodContext, { method, params }: Call): unknown {
  const run = Object.hasOwn(methods, method) ? methods[method] : undefined
  if (!run) throw new RpcError(-32601, 'Method not found')
  return run(context, params)
}

function toFailure(id: unknown, { code, message, data }: RpcError): unknown {
  return { jsonrpc: '2.0', error: { code, message, ...(data !== undefined && { data }) }, id }
}
