/** JSON-RPC 2.0 to a chain through the services (SPEC §7, SPEC-NOTES §7). */
import * as v from 'valibot'
import { type CaipNetworkId, isCaipNetworkId } from './caip.ts'
import { projectErrors, projectQuery, route } from './route.ts'
import { rpcEffects } from './rpcEffects.ts'

/** The RPC methods of all namespaces that change a chain. */
export const rpcProxyEffects: readonly string[] = rpcEffects

/** A JSON-RPC id, which is returned unchanged. A number that JSON cannot carry exactly is refused. */
export const rpcIdSchema = v.union([
  v.pipe(v.string(), v.maxLength(256)),
  v.pipe(
    v.number(),
    v.check(id => Number.isFinite(id) && (!Number.isInteger(id) || Number.isSafeInteger(id))),
  ),
  v.null(),
])

/** A JSON-RPC id. */
export type RpcId = v.InferOutput<typeof rpcIdSchema>

/** One JSON-RPC call. Without an id it is a notification and gets no answer. Unknown members are dropped. */
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

/** One JSON-RPC call. */
export type RpcCall = v.InferOutput<typeof rpcCallSchema>

/** An error of a node or of the proxy. */
export const rpcFaultSchema = v.object({
  code: v.pipe(v.number(), v.safeInteger()),
  message: v.string(),
  data: v.optional(v.unknown()),
})

/** An error of a node or of the proxy. */
export type RpcFault = v.InferOutput<typeof rpcFaultSchema>

/** A JSON-RPC answer: a result or an error. */
export const rpcAnswerSchema = v.union([
  v.object({ jsonrpc: v.literal('2.0'), id: rpcIdSchema, error: rpcFaultSchema }),
  v.object({ jsonrpc: v.literal('2.0'), id: rpcIdSchema, result: v.unknown() }),
])

/** A JSON-RPC answer: a result or an error. */
export type RpcAnswer = v.InferOutput<typeof rpcAnswerSchema>

/** Parses the answer to one call; undefined when it does not match. */
export function readRpcAnswer(answer: unknown): RpcAnswer | undefined {
  const read = v.safeParse(rpcAnswerSchema, answer)
  return read.success ? read.output : undefined
}

/** The error codes of the proxy's own refusals, from JSON-RPC 2.0 and EIP-1474. */
export const rpcRefusal = {
  parse: -32_700,
  invalid: -32_600,
  method: -32_601,
  params: -32_602,
  internal: -32_603,
  notFound: -32_001,
  limit: -32_005,
} as const

/**
 * The methods that the proxy forwards, by namespace: reads, and raw signed transactions. Methods that use a node's own
 * keys, admin and test methods are not among them. Filters neither: they live in one node's memory, and the next call
 * may reach another node.
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
  // REST and GraphQL: which paths and documents, `isProxiedQuestion` says.
  bip122: ['GET'],
  stacks: ['GET'],
  cosmos: ['GET'],
  sui: ['query'],
  // No keys, no subscriptions, and nothing that goes through a whole map of the storage.
  polkadot: [
    'chain_getBlockHash',
    'chain_getFinalizedHead',
    'chain_getHeader',
    'state_getRuntimeVersion',
    'state_getStorage',
    'system_chain',
    'system_health',
    'system_properties',
  ],
}

/**
 * POST /v1: forwards one JSON-RPC call or a batch to the chain's nodes. Refusals are JSON-RPC errors whose `data`
 * carries code, reasons and requestId.
 */
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
