import type { CaipNetworkId } from 'latchkey/contract'
import * as v from 'valibot'
import { ChainUnreadable } from '../../../data/chains/chainUnreadable.ts'
import { decodeTraces } from '../../../data/indexer/decodeTraces.ts'
import { nodeTracesSchema } from '../../../data/indexer/nodeShapes.ts'
import type { ProxiedCall } from '../../../data/namespaces/nodeLanguage.ts'
import type { RpcProxy } from '../../../data/rpc/createRpcProxy.ts'
import { confirmationsOf } from '../confirmations.ts'
import { referencesIn } from '../reference.ts'
import type { SeenTransaction, TransactionReader } from '../transactionReader.ts'
import { countSchema, headerSchema, receiptSchema, transactionSchema } from './evmShapes.ts'
import { scanBlocks } from './scanBlocks.ts'
import { transfersOf } from './transfersOf.ts'

/** Reads payments on chains of Ethereum's kind by their own nodes. */
export function createEvmReader(deps: {
  readonly proxy: Pick<RpcProxy, 'call'>
  readonly confirmations: ReadonlyMap<CaipNetworkId, number>
}): TransactionReader {
  const { proxy } = deps

  async function ask(chain: CaipNetworkId, calls: readonly ProxiedCall[]): Promise<unknown[]> {
    const outcomes = await proxy.call(chain, calls)
    return calls.map(({ method }, index) => {
      const outcome = outcomes[index]
      if (outcome === undefined || 'error' in outcome)
        throw new ChainUnreadable(chain, `${method}: ${outcome?.error.message ?? 'no outcome'}`)
      return outcome.result
    })
  }

  function check<S extends v.GenericSchema>(
    chain: CaipNetworkId,
    schema: S,
    value: unknown,
  ): v.InferOutput<S> {
    const parsed = v.safeParse(schema, value)
    if (!parsed.success)
      throw new ChainUnreadable(chain, `not a valid answer at ${v.getDotPath(parsed.issues[0])}`)
    return parsed.output
  }

  /** What contracts passed on; nothing where the node keeps no traces. */
  async function readInner(chain: CaipNetworkId, hash: string) {
    const [outcome] = await proxy.call(chain, [{ method: 'trace_transaction', params: [hash] }])
    if (outcome === undefined || ('error' in outcome && outcome.unanswered))
      throw new ChainUnreadable(chain, 'trace_transaction')
    if ('error' in outcome) return []
    const traces = v.safeParse(nodeTracesSchema, outcome.result)
    return traces.success ? decodeTraces(traces.output) : []
  }

  return {
    async read(chain, hash, wants) {
      const [said, receipt, head] = await ask(chain, [
        { method: 'eth_getTransactionByHash', params: [hash] },
        { method: 'eth_getTransactionReceipt', params: [hash] },
        { method: 'eth_blockNumber' },
      ])
      if (said === null || said === undefined) return undefined
      const transaction = check(chain, transactionSchema, said)
      if (transaction.hash !== hash) throw new ChainUnreadable(chain, 'another transaction than asked for')
      const references = referencesIn(transaction.input)
      const pending: SeenTransaction = {
        state: 'pending',
        isFinal: false,
        references,
        block: 0,
        blockTime: 0,
        transfers: [],
      }
      if (receipt === null || receipt === undefined) return pending
      const { blockNumber, blockHash, ...rest } = check(chain, receiptSchema, receipt)
      const [found] = await ask(chain, [
        { method: 'eth_getBlockByNumber', params: [`0x${blockNumber.toString(16)}`, false] },
      ])
      // Its block was replaced while we asked.
      if (found === null || found === undefined) return pending
      const header = check(chain, headerSchema, found)
      if (header.hash !== blockHash) return pending
      const depth = check(chain, countSchema, head) - blockNumber + 1
      const isIncluded = rest.status === '0x1'
      const isSimple = transaction.input === '0x'
      const inner = isIncluded && wants.native && !isSimple ? await readInner(chain, hash) : []
      return {
        state: isIncluded ? 'included' : 'failed',
        isFinal: depth >= confirmationsOf(chain, deps.confirmations),
        references,
        block: blockNumber,
        blockTime: header.timestamp * 1_000,
        transfers: isIncluded ? transfersOf(transaction, { ...rest, blockNumber, blockHash }, inner) : [],
      }
    },

    scan: (chain, watched, from) =>
      scanBlocks(
        { ask: calls => ask(chain, calls), check: (schema, value) => check(chain, schema, value) },
        watched,
        {
          from,
          again: confirmationsOf(chain, deps.confirmations),
        },
      ),
  }
}
