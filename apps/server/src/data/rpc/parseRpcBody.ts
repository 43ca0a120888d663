import {
  type RpcCall,
  type RpcFault,
  type RpcId,
  rpcCallSchema,
  rpcIdSchema,
  rpcRefusal,
} from 'latchkey/services'
import * as v from 'valibot'
import { parseJson } from '../../core/http/parseJson.ts'

/** One place of a batch: a call, or why it is none together with the id it is to be refused under. */
export type RpcItem = { readonly call: RpcCall } | { readonly refused: RpcFault; readonly id: RpcId }

type RpcBody =
  | { readonly batch: boolean; readonly items: readonly RpcItem[] }
  /** Refused as a whole. */
  | { readonly refused: RpcFault }

/** Reads a JSON-RPC 2.0 body, single or batch; a bad item of a batch is refused alone. */
export function parseRpcBody(bytes: Uint8Array, batchLimit: number): RpcBody {
  const json = parseJson(bytes)
  if (json === undefined) return { refused: { code: rpcRefusal.parse, message: 'Parse error' } }
  const { value } = json
  if (!Array.isArray(value)) return { batch: false, items: [parseItem(value)] }
  if (value.length === 0) return { refused: invalid }
  if (value.length > batchLimit)
    return { refused: { code: rpcRefusal.invalid, message: `Batch too large: at most ${batchLimit} calls` } }
  return { batch: true, items: value.map(parseItem) }
}

const invalid: RpcFault = { code: rpcRefusal.invalid, message: 'Invalid request' }

function parseItem(value: unknown): RpcItem {
  const result = v.safeParse(rpcCallSchema, value)
  if (result.success) return { call: result.output }
  const id = typeof value === 'object' && value !== null ? (value as { id?: unknown }).id : undefined
  return { refused: invalid, id: v.is(rpcIdSchema, id) ? id : null }
}
