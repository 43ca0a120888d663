/** JSON-RPC 2.0 to a chain through the services (SPEC §7, SPEC-NOTES §7). */
import * as v from 'valibot'
import { type CaipNetworkId, isCaipNetworkId } from './caip.ts'
import { projectErrors, projectQuery, route } from './route.ts'
import { evmRpcEffects } from './rpcEffects.ts'

/** The methods of all namespaces that change a chain. */
export const rpcProxyEffects: readonly string[] = [...evmRpcEffects, 'sendTransaction']

/** Ids come back as they were sent; a number that JSON cannot carry exactly is refused. */
export const rpcIdSchema = v.union([
  v.pipe(v.string(), v.maxLength(256)),
  v.pipe(
    v.number(),
    v.check(id => Number.isFinite(id) && (!Number.isInteger(id) || Number.isSafeInteger(id))),
  ),
  v.null(),
])

export type RpcId = v.InferOutput<typeof rpcIdSchema>

/** One call; without an id it is a notification and gets no answer. Unknown members are dropped. */
export const rpcCallSchema = v.object({
  jsonrpc: v.literal('2.0'),
  id: v.optional(rpcIdSchema),
  method: v.pipe(v.string(), v.minLength(1), v.maxLength(64)),
  params: v.optional(
    v.custom<readonly unknown[] | Readonly<Record<string, unknown>>>(
      value => typeof value === 'object' && value !== null,
    ),
  ),
})

export type RpcCall = v.InferOutput<typeof rpcCallSchema>

export const rpcFaultSchema = v.object({
  code: v.pipe(v.number(), v.safeInteger()),
  message: v.string(),
  data: v.optional(v.unknown()),
})

/** An error as a node or the proxy states it. */
export type RpcFault = v.InferOutput<typeof rpcFaultSchema>

export const rpcAnswerSchema = v.union([
  v.object({ jsonrpc: v.literal('2.0'), id: rpcIdSchema, error: rpcFaultSchema }),
  v.object({ jsonrpc: v.literal('2.0'), id: rpcIdSchema, result: v.unknown() }),
])

export type RpcAnswer = v.InferOutput<typeof rpcAnswerSchema>

/** Reads the answer to one call; undefined for what is none. */
export function readRpcAnswer(answer: unknown): RpcAnswer | undefined {
  const read = v.safeParse(rpcAnswerSchema, answer)
  return read.success ? read.output : undefined
}

/** The numbers with which the proxy refuses, from JSON-RPC 2.0 and EIP-1474. */
export const rpcRefusal = {
  parse: -32_700,
  invalid: -32_600,
  method: -32_601,
  internal: -32_603,
  notFound: -32_001,
  limit: -32_005,
} as const

/**
 * The methods the proxy passes on, per namespace: reads, and raw transactions that are already signed. Nothing that
 * asks a node's own keys, none of its admin or test methods, and no filters: they live in one node's memory, and the
 * next call may reach another node.
 */
export const rpcProxyMethods: Readonly<Record<string, readonly string[]>> = {
  eip155: [
    'eth_blobBaseFee',
    'eth_blockNumber',
    'eth_call',
    'eth_chainId',
    'eth_createAccessList',
    'eth_estimateGas',
    'eth_feeHistory',
    'eth_gasPrice',
    'eth_getBalance',
    'eth_getBlockByHash',
    'eth_getBlockByNumber',
    'eth_getBlockReceipts',
    'eth_getBlockTransactionCountByHash',
    'eth_getBlockTransactionCountByNumber',
    'eth_getCode',
    'eth_getLogs',
    'eth_getProof',
    'eth_getStorageAt',
    'eth_getTransactionByBlockHashAndIndex',
    'eth_getTransactionByBlockNumberAndIndex',
    'eth_getTransactionByHash',
    'eth_getTransactionCount',
    'eth_getTransactionReceipt',
    'eth_maxPriorityFeePerGas',
    'eth_sendRawTransaction',
    'eth_simulateV1',
    'eth_syncing',
    'net_listening',
    'net_version',
    'web3_clientVersion',
  ],
  // Nothing that goes through all accounts of a program.
  solana: [
    'getAccountInfo',
    'getBalance',
    'getBlockHeight',
    'getEpochInfo',
    'getFeeForMessage',
    'getGenesisHash',
    'getHealth',
    'getLatestBlockhash',
    'getMinimumBalanceForRentExemption',
    'getMultipleAccounts',
    'getRecentPrioritizationFees',
    'getSignatureStatuses',
    'getSignaturesForAddress',
    'getSlot',
    'getTokenAccountBalance',
    'getTokenAccountsByOwner',
    'getTokenSupply',
    'getTransaction',
    'getVersion',
    'isBlockhashValid',
    'sendTransaction',
    'simulateTransaction',
  ],
}

/** POST /v1 with one call or a batch. Refusals are JSON-RPC errors whose `data` carries code, reasons, requestId. */
export const postRpc = route({
  method: 'POST',
  path: '/v1',
  query: v.strictObject({
    ...projectQuery,
    chainId: v.custom<CaipNetworkId>(value => isCaipNetworkId(value)),
  }),
  body: v.union([rpcCallSchema, v.array(rpcCallSchema)]),
  response: v.union([rpcAnswerSchema, v.array(rpcAnswerSchema)]),
  errors: [...projectErrors, 'REQUEST_TOO_LARGE'],
})
