import { expect, test } from 'vitest'
import type { WireSwapToken } from '../../../contract/convert.ts'
import type { Token } from '../../nouns/tokens/tokens.ts'
import { joinFound, joinTokens, listedToken } from './swapTokens.ts'

const network = {
  id: 1,
  caipNetworkId: 'eip155:1',
  chainNamespace: 'eip155',
  name: 'Main',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [] } },
} as const
const place = { network, spelling: 'caseless' } as const
const wire = (change: Partial<WireSwapToken> = {}): WireSwapToken => ({
  address: 'eip155:1:0x00000000000000000000000000000000000000C1',
  name: 'USD Coin',
  symbol: 'USDC',
  decimals: 6,
  logoUri: null,
  listed: true,
  ...change,
})
const listed = (change: Partial<WireSwapToken> = {}) => {
  const token = listedToken(wire(change), place)
  if (!token) throw new Error('none')
  return token
}
const at = (last: string) => `eip155:1:0x00000000000000000000000000000000000000${last}` as const
const held = (key: string, change: Partial<Token> = {}): Token => ({
  key,
  caipNetworkId: 'eip155:1',
  ...(key !== 'native' && { address: key }),
  name: key,
  symbol: key,
  amount: { value: 5n, decimals: 6 },
  ...change,
})

test.each<[string, Partial<WireSwapToken>, object | undefined]>([
  ['a token', {}, { key: '0x00000000000000000000000000000000000000c1', symbol: 'USDC', decimals: 6 }],
  ['one that is on no list', { listed: false }, { unlisted: true }],
  ['one of another network', { address: 'eip155:5:0x1' as never }, undefined],
  [
    'the network’s own currency, by the host’s word',
    { address: 'eip155:1:0xEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEE', symbol: 'FAKE', decimals: 2 },
    { key: 'native', symbol: 'ETH', decimals: 18 },
  ],
  ['T67 a symbol that reads as an amount', { symbol: '000 USDC' }, { symbol: '0x0000…0000C1' }],
  ['T67 a symbol that reorders', { symbol: '\u202eCDSU' }, { symbol: 'CDSU' }],
  ['T67 a long symbol', { symbol: 'X'.repeat(32) }, { symbol: 'X'.repeat(16) }],
  ['no symbol', { symbol: '', name: '' }, { symbol: '0x0000…0000C1', name: '0x0000…0000C1' }],
])('%s', (_what, change, expected) => {
  const token = listedToken(wire(change), place)
  expected ? expect(token).toMatchObject(expected) : expect(token).toBeUndefined()
})

test('held tokens come first, with their amounts', () => {
  const usdc = listed()
  const tokens = joinTokens(
    [held(usdc.key, { price: 1 })],
    [listed({ address: at('D1'), symbol: 'DAI' }), usdc],
  )
  expect(tokens.map(({ symbol, amount, price }) => [symbol, amount?.value, price])).toEqual([
    ['USDC', 5n, 1],
    ['DAI', undefined, undefined],
  ])
})

test('T74 a token whose decimals differ from the list’s has no amount', () => {
  const usdc = listed()
  const [token] = joinTokens([held(usdc.key, { amount: { value: 5n, decimals: 18 } })], [usdc])
  expect(token).toMatchObject({ decimals: 6 })
  expect(token).not.toHaveProperty('amount')
})

test('a held token that is on no list says so, once the list is known', () => {
  expect(joinTokens([held('0xspam')], undefined)[0]).not.toHaveProperty('unlisted')
  expect(joinTokens([held('0xspam'), held('native')], [listed()])).toMatchObject([
    { unlisted: true },
    { key: 'native' },
    {},
  ])
  expect(joinTokens([held('native')], [listed()])[0]).not.toHaveProperty('unlisted')
})

test.each(['USDC', 'usdc', 'USDС', 'ＵＳＤＣ'])(
  'T67 an unlisted %s beside the listed one looks alike',
  symbol => {
    const fake = listed({ address: at('FF'), symbol, listed: false })
    const [own, other] = joinTokens([], [listed(), fake])
    expect(own).not.toHaveProperty('alike')
    expect(other).toMatchObject({ alike: true })
    expect(joinFound([fake], [listed()])).toMatchObject([{ alike: true }])
  },
)

test('T67 a token with the symbol of the network’s own currency looks alike, listed or not', () => {
  const tokens = joinTokens([held('native', { symbol: 'ETH' })], [listed({ symbol: 'ETH' })])
  expect(tokens[1]).toMatchObject({ alike: true })
})
