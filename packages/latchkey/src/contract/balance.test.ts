import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { getAccountBalance, tokenBalanceSchema } from './balance.ts'
import { getSupportedChains } from './supportedChains.ts'

const ether = {
  name: 'Ether',
  symbol: 'ETH',
  chainId: 'eip155:1',
  value: 3_750.5,
  price: 2_500.333,
  quantity: { decimals: '18', numeric: '1.5' },
  iconUrl: '/public/getTokenImage/ETH',
}

describe('tokenBalanceSchema', () => {
  it.each([
    [ether],
    [{ ...ether, value: null, price: null, iconUrl: null }],
    [{ ...ether, address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48' }],
    [{ ...ether, iconUrl: 'https://icons.example/eth.svg' }],
    [{ ...ether, quantity: { decimals: '255', numeric: `0.${'0'.repeat(254)}1` } }],
  ])('takes %j', balance => expect(v.parse(tokenBalanceSchema, balance)).toEqual(balance))

  it.each([
    ['a value of text', { ...ether, value: '1' }],
    ['a value below zero', { ...ether, value: -1 }],
    ['no value', { ...ether, value: undefined }],
    ['a price without end', { ...ether, price: Number.POSITIVE_INFINITY }],
    ['a quantity with an exponent', { ...ether, quantity: { decimals: '18', numeric: '1e18' } }],
    ['a quantity that is a number', { ...ether, quantity: { decimals: '18', numeric: 1.5 } }],
    ['a debt', { ...ether, quantity: { decimals: '18', numeric: '-1' } }],
    ['another kind of chain id', { ...ether, chainId: 1 }],
    ['a script for an icon', { ...ether, iconUrl: 'javascript:alert(1)' }],
    ['an icon of whatever host', { ...ether, iconUrl: '//evil.example/x.svg' }],
    ['data for an icon', { ...ether, iconUrl: 'data:image/svg+xml,<svg/>' }],
    ['a name without end', { ...ether, name: 'x'.repeat(129) }],
  ])('T67: refuses %s', (_name, balance) => expect(v.is(tokenBalanceSchema, balance)).toBe(false))

  it('drops what a later release adds', () => {
    expect(v.parse(tokenBalanceSchema, { ...ether, more: 1 })).toEqual(ether)
  })
})

describe('getAccountBalance', () => {
  it('takes any currency in any case, and means dollars without one', () => {
    const query = (more: object) => v.parse(getAccountBalance.query, { projectId: 'p', ...more })
    expect(query({}).currency).toBe('usd')
    expect(query({ currency: 'EUR' }).currency).toBe('eur')
  })

  it.each([{ currency: 'euro' }, { chainId: '1' }, { forceUpdate: '1' }, { page: '1' }])(
    'refuses %j',
    more => {
      expect(v.is(getAccountBalance.query, { projectId: 'p', ...more })).toBe(false)
    },
  )

  it.each(['../../x', 'a b', '', 'x'.repeat(129), '0x/'])('no account is called %j', address => {
    expect(v.is(getAccountBalance.params, { address })).toBe(false)
  })
})

it('supported chains are CAIP-2 ids', () => {
  const answer = { http: ['eip155:1', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'], ws: [] }
  expect(v.parse(getSupportedChains.response, answer)).toEqual(answer)
  expect(v.is(getSupportedChains.response, { http: [1], ws: [] })).toBe(false)
})
