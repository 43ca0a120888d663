import { expect, test } from 'vitest'
import type { Token } from '../../engine/nouns/tokens/tokens.ts'
import { tokenOf } from './tokenOf.ts'

const token = (symbol: string, address?: string): Token => ({
  key: address ?? 'native',
  caipNetworkId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  ...(address !== undefined && { address }),
  name: symbol,
  symbol,
  amount: { value: 1n, decimals: 6 },
})
const imitation = 'EPjFWdd5aufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const real = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const tokens = [token('SOL'), token('FAKE', imitation), token('USDC', real)]

test('T67 a base58 address in another case is another token, never the one that is sent', () => {
  expect(tokenOf(tokens, { address: real }, 'exact')?.symbol).toBe('USDC')
  expect(tokenOf(tokens.slice(0, 2), { address: real }, 'exact')).toBeUndefined()
})

test('an address whose case is its checksum is found in any case', () => {
  const address = '0x0114f07dF65a986CFc8da3195f2481443508C381'
  expect(tokenOf([token('USDC', address.toLowerCase())], { address }, 'caseless')?.symbol).toBe('USDC')
})

test('an asset without an address is the network’s own currency', () => {
  expect(tokenOf(tokens, {}, 'exact')?.symbol).toBe('SOL')
})
