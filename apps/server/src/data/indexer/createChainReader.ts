import type { CaipNetworkId } from 'latchkey/contract'
import { rpcRefusal } from 'latchkey/services'
import * as v from 'valibot'
import type { ProxiedCall } from '../namespaces/nodeLanguage.ts'
import type { RpcProxy } from '../rpc/createRpcProxy.ts'
import { tooLargeFault } from '../rpc/forwardReads.ts'
import {
  type NodeBlock,
  type NodeHeader,
  type NodeReceipt,
  type NodeTrace,
  nodeBlockSchema,
  nodeHeaderSchema,
  nodeOutlineSchema,
  nodeReceiptOrNoneSchema,
  nodeReceiptsSchema,
  nodeTracesSchema,
  nodeTransactionOrNoneSchema,
} from './nodeShapes.ts'

/** What the indexer asks a chain's nodes, checked. Each throws NodeTrouble. */
export interface ChainReader {
  latest(): Promise<NodeHeader>
  headers(numbers: readonly number[]): Promise<(NodeHeader | null)[]>
  /** From and to included; null where the node has no block. */
  blocks(from: number, to: number): Promise<(NodeBlock | null)[]>
  /**
   * Of all transactions of these blocks, in their order, with their events: a node that has not got a block yet would
   * answer a question for its events as if there were none.
   */
  receipts(blocks: readonly NodeBlock[]): Promise<NodeReceipt[][]>
  /** The steps of all transactions of these blocks, in their order. */
  traces(blocks: readonly NodeBlock[]): Promise<NodeTrace[][]>
}

/** The nodes did not answer, or not with the requested data; requesting less, or later, may help. */
export class NodeTrouble extends Error {
  override readonly name = 'NodeTrouble'
}

/** Calls in one request; nodes refuse longer batches. */
const batch = 100

export function createChainReader(options: {
  readonly chain: CaipNetworkId
  readonly proxy: Pick<RpcProxy, 'call'>
}): ChainReader {
  const { chain, proxy } = options
  // Some nodes know no receipts of a whole block; asked once, then one by one.
  let knowsBlockReceipts = true

  async function ask<S extends v.GenericSchema>(
    schema: S,
    calls: readonly ProxiedCall[],
  ): Promise<v.InferOutput<S>[]> {
    const results: v.InferOutput<S>[] = []
    for (let start = 0; start < calls.length; start += batch) {
      const part = calls.slice(start, start + batch)
      for (const [index, outcome] of (await proxy.call(chain, part)).entries()) {
        if ('error' in outcome) throw new NodeError(part[index]?.method ?? '', outcome.error)
        const parsed = v.safeParse(schema, outcome.result)
        if (!parsed.success)
          throw new NodeTrouble(
            `${part[index]?.method}: not a valid answer at ${v.getDotPath(parsed.issues[0])}`,
          )
        results.push(parsed.output)
      }
    }
    return results
  }
  /** The same, however few of the calls fit into one answer. */
  async function askApart<S extends v.GenericSchema>(
    schema: S,
    calls: readonly ProxiedCall[],
  ): Promise<v.InferOutput<S>[]> {
    try {
      return await ask(schema, calls)
    } catch (error) {
      if (!isTooLarge(error) || calls.length < 2) throw error
      const half = calls.length >> 1
      return [
        ...(await askApart(schema, calls.slice(0, half))),
        ...(await askApart(schema, calls.slice(half))),
      ]
    }
  }

  /** Reads a block that exceeds the answer limit: anyone can fill one cheaply, and it would stop the index of its chain. */
  async function readApart(number: number): Promise<NodeBlock | null> {
    const [outline] = await ask(nodeOutlineSchema, [blockCall(number, false)])
    if (outline === null || outline === undefined) return null
    const calls = outline.transactions.map(hash => ({ method: 'eth_getTransactionByHash', params: [hash] }))
    const transactions = (await askApart(nodeTransactionOrNoneSchema, calls)).map(transaction => {
      if (transaction === null) throw new NodeTrouble('A transaction is missing')
      if (transaction.blockHash !== outline.hash) throw new NodeTrouble('A transaction is of another block')
      return transaction
    })
    return { ...outline, transactions }
  }

  const byHash = (method: string, blocks: readonly NodeBlock[]) =>
    blocks.flatMap(({ transactions }) => transactions.map(({ hash }) => ({ method, params: [hash] })))

  const blockCall = (number: number, full: boolean) => ({
    method: 'eth_getBlockByNumber',
    params: [quantity(number), full],
  })

  return {
    async latest() {
      const [header] = await ask(nodeHeaderSchema, [
        { method: 'eth_getBlockByNumber', params: ['latest', false] },
      ])
      if (header === null || header === undefined) throw new NodeTrouble('The node has no latest block')
      return header
    },
    headers: numbers =>
      ask(
        nodeHeaderSchema,
        numbers.map(number => blockCall(number, false)),
      ),
    async blocks(from, to) {
      const calls = Array.from({ length: to - from + 1 }, (_, index) => blockCall(from + index, true))
      try {
        return await ask(nodeBlockSchema, calls)
      } catch (error) {
        // Of several, fewer are asked for.
        if (!isTooLarge(error) || from !== to) throw error
        return [await readApart(from)]
      }
    },
    async traces(blocks) {
      const calls = blocks.map(({ number }) => ({ method: 'trace_block', params: [quantity(number)] }))
      try {
        return await ask(nodeTracesSchema, calls)
      } catch (error) {
        if (!isTooLarge(error) || blocks.length !== 1) throw error
        return [(await askApart(nodeTracesSchema, byHash('trace_transaction', blocks))).flat()]
      }
    },
    async receipts(blocks) {
      if (blocks.length === 0) return []
      if (knowsBlockReceipts) {
        try {
          return await ask(
            nodeReceiptsSchema,
            blocks.map(({ number }) => ({ method: 'eth_getBlockReceipts', params: [quantity(number)] })),
          )
        } catch (error) {
          const isApart = isTooLarge(error) && blocks.length === 1
          if (!(error instanceof NodeError) || !(error.isUnknownMethod || isApart)) throw error
          knowsBlockReceipts = isApart
        }
      }
      const askThem = blocks.length === 1 ? askApart : ask
      const receipts = await askThem(nodeReceiptOrNoneSchema, byHash('eth_getTransactionReceipt', blocks))
      let next = 0
      return blocks.map(({ transactions }) =>
        transactions.map(() => {
          const receipt = receipts[next++]
          if (receipt === null || receipt === undefined) throw new NodeTrouble('A receipt is missing')
          return receipt
        }),
      )
    },
  }
}

class NodeError extends NodeTrouble {
  readonly isUnknownMethod: boolean
  readonly isTooLarge: boolean

  constructor(method: string, fault: { code: number; message: string }) {
    super(`${method}: ${fault.message.slice(0, 200)} (${fault.code})`)
    this.isUnknownMethod = fault.code === rpcRefusal.method
    this.isTooLarge = fault === tooLargeFault
  }
}

function isTooLarge(error: unknown): boolean {
  return error instanceof NodeError && error.isTooLarge
}

function quantity(number: number): string {
  return `0x${number.toString(16)}`
}
