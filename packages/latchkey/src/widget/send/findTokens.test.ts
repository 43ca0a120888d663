import { expect, test } from 'vitest'
import type { Token } from '../../engine/nouns/tokens/tokens.ts'
import { findTokens } from './findTokens.ts'

const token = (name: string, symbol: string, address?: string): Token => ({
  key: address ?? 'native',
  caipNetworkId: 'eip155:1',
  name,
  symbol,
  amount: { value: 1n, decimals: 18 },
  ...(address !== undefined && { address }),
})
const all = [token('Ether', 'ETH'), token('Tether', 'USDT', '0xAB'), token('USD Coin', 'USDC', '0xCD')]

test.each([
  ['', 'ETH USDT USDC'],
  ['  ', 'ETH USDT USDC'],
  ['usd', 'USDT USDC'],
  ['ether', 'ETH USDT'],
  ['eth', 'ETH USDT'],
  ['0xcd', 'USDC'],
  ['coin', 'USDC'],
  ['nothing', ''],
])('“%s” finds %s', (text, symbols) => {
  expect(
    findTokens(all, text)
      .map(({ symbol }) => symbol)
      .join(' '),
  ).toBe(symbols)
})
