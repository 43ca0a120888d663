import { describe, expect, it } from 'vitest'
import type { ChainFacts } from '../../data/chains/chainFacts.ts'
import { ChainUnreadable } from '../../data/chains/chainUnreadable.ts'
import { parseExactJson } from '../../data/rpc/parseExactJson.ts'
import { readEvmTransaction } from './readEvmTransaction.ts'
import { readSvmTransaction } from './readSvmTransaction.ts'

const facts = { testnet: false, multicall3: undefined, coingecko: undefined, wrapped: undefined } as const
const evm: ChainFacts = {
  ...facts,
  id: 'eip155:31337',
  name: 'Alder',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
}
const svm: ChainFacts = {
  ...facts,
  id: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  name: 'Solana',
  nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
}
/** A node that answers each method with this. */
const nodeOf = (answers: Readonly<Record<string, unknown>>) => ({
  proxy: {
    call: async (_chain: string, calls: readonly { readonly method: string }[]) =>
      calls.map(({ method }) => ({ result: answers[method] })),
  },
})

const hash = `0x${'ab'.repeat(32)}`
const block = `0x${'cd'.repeat(32)}`
const [token, from, to] = ['11', '22', '33'].map(byte => `0x${byte.repeat(20)}`) as [string, string, string]
const topicOf = (address: string) => `0x${'0'.repeat(24)}${address.slice(2)}`
const transfer = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const receipt = {
  transactionHash: hash,
  transactionIndex: '0x0',
  blockHash: block,
  blockNumber: '0x10',
  status: '0x1',
  contractAddress: null,
  logs: [
    {
      address: token,
      topics: [transfer, topicOf(from), topicOf(to)],
      data: `0x${'5'.padStart(64, '0')}`,
      logIndex: '0x7',
    },
    // Of an ERC-721, which is no amount.
    { address: token, topics: [transfer, topicOf(from), topicOf(to), block], data: '0x', logIndex: '0x8' },
  ],
}
const transaction = {
  hash,
  from,
  to,
  nonce: '0x1',
  value: '0x9',
  input: '0x',
  transactionIndex: '0x0',
  blockHash: block,
}
const ofEvm = (change: object = {}, other: object = {}) =>
  readEvmTransaction(
    nodeOf({
      eth_getTransactionReceipt: { ...receipt, ...change },
      eth_getTransactionByHash: { ...transaction, ...other },
    }),
    evm,
    hash.toUpperCase().replace('0X', '0x'),
  )

describe('a transaction of an Ethereum machine', () => {
  it('credits its own value, and amounts by their events', async () => {
    expect(await ofEvm()).toEqual({
      hash,
      isFailed: false,
      block: 16,
      credits: [
        { index: -1, contract: null, recipient: to, sender: from, amount: 9n },
        { index: 7, contract: token, recipient: to, sender: from, amount: 5n },
      ],
    })
  })

  it('credits nothing once it failed', async () => {
    expect(await ofEvm({ status: '0x0' })).toMatchObject({ isFailed: true, credits: [] })
    expect(await ofEvm({ status: null })).toMatchObject({ isFailed: true, credits: [] })
  })

  it('is not there while no node has it, while two nodes disagree, or for an id that is none', async () => {
    const none = nodeOf({ eth_getTransactionReceipt: null, eth_getTransactionByHash: null })
    expect(await readEvmTransaction(none, evm, hash)).toBeUndefined()
    expect(await ofEvm({ blockHash: `0x${'ef'.repeat(32)}` })).toBeUndefined()
    expect(await ofEvm({ transactionHash: `0x${'ef'.repeat(32)}` })).toBeUndefined()
    expect(await ofEvm({}, { hash: `0x${'ef'.repeat(32)}` })).toBeUndefined()
    expect(await readEvmTransaction(none, evm, '0x1')).toBeUndefined()
  })

  it.each([{ eth_getTransactionReceipt: 'text' }, {}, { eth_getTransactionReceipt: { logs: [] } }])(
    'is unreadable with an answer of another shape: %j',
    async answers => {
      await expect(readEvmTransaction(nodeOf(answers), evm, hash)).rejects.toBeInstanceOf(ChainUnreadable)
    },
  )
})

describe('a transaction of Solana', () => {
  const id = '5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW'
  const balance = (accountIndex: number, owner: string | undefined, amount: string) => ({
    accountIndex,
    mint: 'Mint',
    owner,
    uiTokenAmount: { amount },
  })
  const seen = {
    slot: 5,
    meta: {
      err: null,
      preBalances: [100, 0, 7],
      postBalances: parseExactJson('[50,9007199254740993,7]'),
      preTokenBalances: [balance(2, 'Ann', '10')],
      postTokenBalances: [balance(2, 'Ann', '25'), balance(1, 'Bob', '18446744073709551615')],
    },
    transaction: { signatures: [id], message: { accountKeys: ['Payer', 'Ann'] } },
  }
  const read = (change: object) => readSvmTransaction(nodeOf({ getTransaction: change }), svm, id)

  it('credits by what its accounts had before and after, exactly', async () => {
    expect(await read(seen)).toEqual({
      hash: id,
      isFailed: false,
      block: 5,
      credits: [
        { index: -3, contract: null, recipient: 'Ann', sender: undefined, amount: 9_007_199_254_740_993n },
        { index: 2, contract: 'Mint', recipient: 'Ann', sender: undefined, amount: 15n },
        {
          index: 1,
          contract: 'Mint',
          recipient: 'Bob',
          sender: undefined,
          amount: 18_446_744_073_709_551_615n,
        },
      ],
    })
  })

  it('credits nothing once it failed, and nothing for tokens without an owner', async () => {
    expect(await read({ ...seen, meta: { ...seen.meta, err: { InstructionError: [] } } })).toMatchObject({
      isFailed: true,
      credits: [],
    })
    const postTokenBalances = [balance(1, undefined, '5')]
    const meta = { ...seen.meta, postTokenBalances, postBalances: seen.meta.preBalances }
    expect((await read({ ...seen, meta }))?.credits).toEqual([])
  })

  it('is unreadable where the answer is about another one', async () => {
    const other = { ...seen.transaction, signatures: ['other'] }
    await expect(read({ ...seen, transaction: other })).rejects.toBeInstanceOf(ChainUnreadable)
  })
})
