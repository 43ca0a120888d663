import type { CaipNetworkId } from 'latchkey/contract'
import * as v from 'valibot'
import type { ChainFacts } from '../../data/chains/chainFacts.ts'
import { ChainUnreadable } from '../../data/chains/chainUnreadable.ts'
import { decodeLogs } from '../../data/indexer/decodeLog.ts'
import type { Hex } from '../../data/indexer/hexBytes.ts'
import { nodeReceiptOrNoneSchema, nodeTransactionOrNoneSchema } from '../../data/indexer/nodeShapes.ts'
import { servicesOf } from '../../data/namespaces/namespaces.ts'
import type { RpcProxy } from '../../data/rpc/createRpcProxy.ts'
import type { Credit, SeenTransaction } from './seenTransaction.ts'

const receiptSchema = v.nullable(
  v.object({
    ...nodeReceiptOrNoneSchema.wrapped.entries,
    transactionHash: v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]{64}$/)),
    blockNumber: v.pipe(v.string(), v.regex(/^0x[0-9a-f]{1,13}$/i), v.transform(Number)),
  }),
)

/**
 * Reads a transaction of an Ethereum machine by its receipt: transfers by their events, and the value that it carried itself. Value that a
 * contract passed on is in no receipt, and therefore no credit. @throws ChainUnreadable
 */
export async function readEvmTransaction(
  { proxy }: { readonly proxy: Pick<RpcProxy, 'call'> },
  chain: ChainFacts,
  hash: string,
): Promise<SeenTransaction | undefined> {
  const id = servicesOf(chain.id)?.reads?.transactionOf(hash)
  if (id === undefined) return undefined
  const [said, sent] = await proxy.call(chain.id, [
    { method: 'eth_getTransactionReceipt', params: [id] },
    { method: 'eth_getTransactionByHash', params: [id] },
  ])
  const receipt = readAs(receiptSchema, said, chain.id)
  const transaction = readAs(nodeTransactionOrNoneSchema, sent, chain.id)
  if (receipt === null || transaction === null) return undefined
  // Two nodes may have answered, on either side of a reorganization.
  const isOne = receipt.transactionHash.toLowerCase() === id && transaction.hash === id
  if (!isOne || receipt.blockHash !== transaction.blockHash) return undefined
  const isFailed = receipt.status !== '0x1'
  const base = { hash: id, isFailed, block: receipt.blockNumber }
  if (isFailed) return { ...base, credits: [] }
  const { from: sender, to, value } = transaction
  const own: Credit[] =
    to === null || value === 0n ? [] : [{ index: -1, contract: null, recipient: to, sender, amount: value }]
  const moves = decodeLogs(receipt.logs, {
    wrapped: chain.wrapped?.toLowerCase() as Hex | undefined,
    nativeContract: chain.nativeContract,
  }).flatMap(({ standard, token, amount, recipient, sender, log, part }): Credit[] =>
    // The second part of an event is what a wrapped currency pays out, which an account may not have got from the transaction.
    standard !== 'erc20' || amount === 0n || part > 0
      ? []
      : [{ index: log, contract: token, recipient, sender, amount }],
  )
  return { ...base, credits: [...own, ...moves] }
}

function readAs<S extends v.GenericSchema>(
  schema: S,
  outcome: Awaited<ReturnType<RpcProxy['call']>>[number] | undefined,
  chain: CaipNetworkId,
): v.InferOutput<S> {
  const answer = v.safeParse(
    schema,
    outcome !== undefined && 'result' in outcome ? outcome.result : undefined,
  )
  if (!answer.success) throw new ChainUnreadable(chain, 'no valid answer about a transaction')
  return answer.output
}
