import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { getHistory, historySchema, type Transaction, transactionSchema } from './history.ts'
import { getNfts, nftSchema } from './nfts.ts'

const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const transaction: Transaction = {
  id: 'eip155:1:0x01',
  metadata: {
    minedAt: '2025-01-01T00:00:00.000Z',
    chain: 'eip155:1',
    status: 'confirmed',
    operationType: 'send',
    sentFrom: address,
    sentTo: null,
    hash: '0x01',
    nonce: null,
    block: '1',
  },
  transfers: [
    {
      fungible_info: {
        name: null,
        symbol: 'ETH',
        decimals: 18,
        icon: { url: '/public/getTokenImage/eth' },
        address: null,
        flags: { is_spam: false },
      },
      nft_info: null,
      direction: 'out',
      quantity: { numeric: '1.5' },
      sender: address,
      recipient: address,
      value: null,
      price: null,
    },
  ],
}

describe('an answer of the history (SPEC §3 Transaction)', () => {
  it('is taken as it is', () => {
    expect(v.parse(historySchema, { data: [transaction], next: null })).toEqual({
      data: [transaction],
      next: null,
    })
  })

  it('C5: may have fields that this release does not know, and types that it takes for a call', () => {
    const later = {
      ...transaction,
      fee: '1',
      metadata: { ...transaction.metadata, operationType: 'stake', fee: '1' },
    }
    expect(v.parse(transactionSchema, later)).toEqual({
      ...transaction,
      metadata: { ...transaction.metadata, operationType: 'execute' },
    })
  })

  const [leg] = transaction.transfers
  it.each([
    ['an amount as a number', { quantity: { numeric: 1.5 } }],
    ['an amount with an exponent', { quantity: { numeric: '1e18' } }],
    ['a value below zero', { value: -1 }],
    ['a direction of its own', { direction: 'sideways' }],
    ['a long name', { fungible_info: { ...leg?.fungible_info, name: 'x'.repeat(65) } }],
    ['an icon that runs code', { fungible_info: { ...leg?.fungible_info, icon: { url: 'javascript:1' } } }],
    [
      'a picture from elsewhere',
      {
        nft_info: {
          name: null,
          content: { preview: { url: '//evil.example/1.png' } },
          flags: { is_spam: false },
          address,
          tokenId: '1',
        },
      },
    ],
  ])('T67: %s is refused', (_name, change) => {
    expect(v.is(transactionSchema, { ...transaction, transfers: [{ ...leg, ...change }] })).toBe(false)
  })
})

describe('a question for history or collectibles', () => {
  const query = { projectId: 'latchkey-dev', chainId: 'eip155:1' }
  it.each([getHistory, getNfts])('$path names its account and its network, and nothing else', call => {
    expect(v.is(call.query, query)).toBe(true)
    expect(v.is(call.query, { ...query, cursor: 'aB_-9' })).toBe(true)
    expect(v.is(call.params, { address })).toBe(true)
    for (const cursor of ['', 'a b', 'a=', 'x'.repeat(513)])
      expect(v.is(call.query, { ...query, cursor }), cursor).toBe(false)
    expect(v.is(call.query, { projectId: 'latchkey-dev' })).toBe(false)
    expect(v.is(call.query, { ...query, chainId: '1' })).toBe(false)
    expect(v.is(call.query, { ...query, limit: '9' })).toBe(false)
    expect(v.is(call.params, { address: '../x' })).toBe(false)
  })
})

it('a collectible of a standard to come is one all the same', () => {
  const nft = {
    id: `eip155:1/erc404:${address}/1`,
    chainId: 'eip155:1',
    standard: 'ERC404',
    collection: { address, name: null, symbol: null },
    tokenId: '1',
    amount: '1',
    name: null,
    description: null,
    image: { url: '/v1/image?url=x' },
    flags: { is_spam: true },
  }
  expect(v.parse(nftSchema, nft)).toEqual(nft)
  expect(v.is(nftSchema, { ...nft, image: { url: 'https://elsewhere.example/1.png' } })).toBe(false)
  expect(v.is(nftSchema, { ...nft, amount: '-1' })).toBe(false)
})
