/**
 * How many requests a call counts as, by the work it makes a node do: a free proxy is what people abuse (T101). A call
 * that is not listed counts as one.
 */
const costs: ReadonlyMap<string, number> = new Map([
  ['eth_call', 2],
  ['eth_createAccessList', 5],
  ['eth_estimateGas', 3],
  ['eth_feeHistory', 2],
  ['eth_getBlockReceipts', 10],
  ['eth_getLogs', 10],
  ['eth_getProof', 5],
  ['eth_sendRawTransaction', 5],
  ['eth_simulateV1', 20],
  ['getMultipleAccounts', 2],
  ['getRecentPrioritizationFees', 2],
  ['getSignaturesForAddress', 5],
  ['getTokenAccountsByOwner', 5],
  ['getTransaction', 2],
  ['sendTransaction', 5],
  ['simulateTransaction', 5],
])

/**
 * What a batch counts as beyond the request itself, which the gate has counted; never more than `most` in all, or it
 * could not be let in however long its sender waits.
 */
export function extraCost(methods: readonly string[], most: number): number {
  const sum = methods.reduce((total, method) => total + (costs.get(method) ?? 1), 0)
  return Math.max(0, Math.min(sum, most) - 1)
}
