import type { RpcCall } from 'latchkey/services'

/**
 * How many requests a call counts as, by the work it makes a node do: a free proxy is what people abuse (T101). A call
 * that is not listed counts as one.
 */
const costs: ReadonlyMap<string, number> = new Map([
  ['eth_call', 2],
  ['eth_createAccessList', 5],
  ['eth_estimateGas', 3],
  ['eth_estimateUserOperationGas', 20],
  ['eth_feeHistory', 2],
  ['eth_getBlockReceipts', 10],
  ['eth_getLogs', 10],
  ['eth_getProof', 5],
  ['eth_getUserOperationByHash', 2],
  ['eth_getUserOperationReceipt', 2],
  ['eth_sendRawTransaction', 5],
  ['eth_sendUserOperation', 20],
  ['eth_simulateV1', 20],
  ['getMultipleAccounts', 2],
  ['getRecentPrioritizationFees', 2],
  ['getSignaturesForAddress', 5],
  ['getTokenAccountsByOwner', 5],
  ['getTransaction', 2],
  ['sendTransaction', 5],
  ['simulateTransaction', 5],
])

/** What a batch counts as beyond the request itself, which the gate has counted. */
export function extraCost(calls: readonly Pick<RpcCall, 'method' | 'params'>[]): number {
  return Math.max(0, calls.reduce((total, call) => total + costOf(call), 0) - 1)
}

/** Up to 256 ids in one call: what a node remembers is near at hand, what it has to search its history for is not. */
const recentStatuses = 16

function costOf({ method, params }: Pick<RpcCall, 'method' | 'params'>): number {
  if (method !== 'getSignatureStatuses') return costs.get(method) ?? 1
  const [ids, options]: readonly unknown[] = Array.isArray(params) ? params : []
  const count = Array.isArray(ids) ? Math.max(1, ids.length) : 1
  const isSearch =
    typeof options === 'object' &&
    options !== null &&
    'searchTransactionHistory' in options &&
    options.searchTransactionHistory === true
  return isSearch ? count : Math.ceil(count / recentStatuses)
}
