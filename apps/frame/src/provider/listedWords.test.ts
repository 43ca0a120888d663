import { expect, test } from 'vitest'
import { listedWords } from './listedWords.ts'
import { networkFacts, networkName } from './networkFacts.ts'

const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const one = `0x${'1A'.repeat(20)}` as const
const ether = { name: 'Ether', symbol: 'ETH', decimals: 18 }

test('T58: names tokens by the list of this build, then by the operator’s, which renames none', () => {
  const named = {
    'eip155:1': {
      words: [
        ['FAKE', 0],
        ['ONE', 9],
      ] as [string, number][],
    },
  }
  const words = listedWords('eip155:1', {
    ...named,
    'eip155:1': { ...named['eip155:1'], tokens: [usdc, one] },
  })
  expect(words.get(usdc.toLowerCase())).toMatchObject({ symbol: 'USDC', decimals: 6, isListed: true })
  expect(words.get(one.toLowerCase())).toMatchObject({ symbol: 'ONE', decimals: 9, isListed: true })
  expect(listedWords('eip155:constructor').size).toBe(0)
})

test('T58: counts words of another length than the tokens for none', () => {
  const words = listedWords('eip155:7', { 'eip155:7': { tokens: [one, usdc], words: [['ONE', 9]] } })
  expect(words.size).toBe(0)
})

test.each([
  ['000 USDC', undefined],
  ['\u202eCDSU', 'CDSU'],
  ['\u200b', undefined],
  ['X'.repeat(32), 'X'.repeat(16)],
] as const)('T67: shows a listed symbol %j as %j', (symbol, shown) => {
  const words = listedWords('eip155:7', { 'eip155:7': { tokens: [one], words: [[symbol, 9]] } })
  expect(words.get(one.toLowerCase())?.symbol).toBe(shown)
  const { nativeCurrency } = networkFacts('eip155:7', {
    'eip155:7': { name: 'Seven', nativeCurrency: { ...ether, symbol } },
  })
  expect(nativeCurrency.symbol).toBe(shown ?? '')
})

test.each([
  ['eip155:1', 'Ethereum'],
  ['eip155:31337', 'Network 31337'],
  ['eip155:7', 'Seven'],
  ['eip155:8', 'Network 8'],
  ['solana:unknown', 'Solana, unknown'],
] as const)('T61: calls %s %s', (chainId, name) => {
  const described = {
    'eip155:1': { name: 'Mine', nativeCurrency: ether },
    'eip155:7': { name: ' Seven\u202e ', nativeCurrency: ether },
    // What cannot be seen is no name.
    'eip155:8': { name: '\u200b\u202e', nativeCurrency: ether },
  }
  expect(networkName(networkFacts(chainId, described))).toBe(name)
})
