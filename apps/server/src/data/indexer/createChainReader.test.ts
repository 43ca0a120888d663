import type { CaipNetworkId } from 'latchkey/contract'
import { describe, expect, it } from 'vitest'
import type { ProxiedCall } from '../namespaces/nodeLanguage.ts'
import type { RpcOutcome } from '../rpc/callUpstream.ts'
import { tooLargeFault } from '../rpc/forwardReads.ts'
import { createChainReader } from './createChainReader.ts'

const chain: CaipNetworkId = 'eip155:1'
const hex = (digit: string, digits: number) => `0x${digit.repeat(digits)}`
const [blockHash, parentHash] = [hex('b', 64), hex('a', 64)]
const header = { number: '0x5', hash: blockHash, parentHash, timestamp: '0x60000000' }
const transactions = ['1', '2', '3'].map((digit, index) => ({
  ...{ hash: hex(digit, 64), from: hex('c', 40), to: hex('d', 40), nonce: '0x0', value: '0x0', input: '0x' },
  ...{ transactionIndex: `0x${index}`, blockHash },
}))
const traceOf = (index: number) => ({
  ...{ type: 'call', action: { callType: 'call' }, traceAddress: [], transactionPosition: index, blockHash },
})

/** A node with one block, whose transactions are so long that only one fits into an answer. */
function setUp(change: (answer: unknown, call: ProxiedCall) => unknown = answer => answer) {
  const asked: (readonly string[])[] = []
  const answer = (call: ProxiedCall): unknown => {
    const [first, full] = call.params as readonly [string, boolean?]
    const index = transactions.findIndex(({ hash }) => hash === first)
    switch (call.method) {
      case 'eth_getBlockByNumber':
        return full ? undefined : { ...header, transactions: transactions.map(({ hash }) => hash) }
      case 'eth_getTransactionByHash':
        return transactions[index]
      case 'eth_getTransactionReceipt':
        return { transactionIndex: `0x${index}`, blockHash, status: '0x1', logs: [] }
      case 'trace_transaction':
        return [traceOf(index)]
      default:
        return undefined
    }
  }
  const proxy = {
    async call(_chain: CaipNetworkId, calls: readonly ProxiedCall[]): Promise<RpcOutcome[]> {
      asked.push(calls.map(({ method }) => method))
      const answers = calls.map(call => change(answer(call), call))
      const isTooLarge = calls.length > 1 || answers.includes(undefined)
      return answers.map(result => (isTooLarge ? { error: tooLargeFault } : { result }))
    },
  }
  return { reader: createChainReader({ chain, proxy }), asked }
}

describe('T107: a block that exceeds the answer limit', () => {
  it('is read by its transactions, as many as fit into an answer', async () => {
    const { reader, asked } = setUp()
    const [block] = await reader.blocks(5, 5)
    expect(block).toMatchObject({ number: 5, hash: blockHash, parentHash })
    expect(block?.transactions.map(({ hash }) => hash)).toEqual(transactions.map(({ hash }) => hash))
    const blocks = block ? [block] : []
    const [receipts] = await reader.receipts(blocks)
    expect(receipts?.map(({ transactionIndex }) => transactionIndex)).toEqual([0, 1, 2])
    const [traces] = await reader.traces(blocks)
    expect(traces?.map(({ transactionPosition }) => transactionPosition)).toEqual([0, 1, 2])
    // It is asked for as a whole each time: the next one may be short.
    expect(asked.flat()).toContain('eth_getBlockReceipts')
    expect(asked.flat()).toContain('trace_block')
  })

  it('is read alone: the next requests ask for fewer blocks', async () => {
    const { reader, asked } = setUp()
    await expect(reader.blocks(5, 6)).rejects.toThrow('too large')
    expect(asked).toHaveLength(1)
  })

  it.each<[string, (answer: unknown, call: ProxiedCall) => unknown, string]>([
    [
      'a transaction is of another block by now',
      (answer, { method }) =>
        method === 'eth_getTransactionByHash' ? { ...(answer as object), blockHash: parentHash } : answer,
      'another block',
    ],
    [
      'the node has not got one of them',
      (answer, { method }) => (method === 'eth_getTransactionByHash' ? null : answer),
      'missing',
    ],
  ])("fails as a node's error where %s", async (_name, change, words) => {
    await expect(setUp(change).reader.blocks(5, 5)).rejects.toThrow(words)
  })

  it('is absent where the node has no such block', async () => {
    const { reader } = setUp((answer, { method, params }) =>
      method === 'eth_getBlockByNumber' && (params as unknown[])[1] === false ? null : answer,
    )
    expect(await reader.blocks(5, 5)).toEqual([null])
  })
})
