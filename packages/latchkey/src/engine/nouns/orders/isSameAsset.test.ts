import { expect, test } from 'vitest'
import { isSameAsset } from './isSameAsset.ts'

const usdc = 'eip155:1/erc20:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'

test.each([
  ['itself', usdc, usdc, 'caseless', true],
  ['another spelling', usdc, usdc.toLowerCase(), 'caseless', true],
  ['another spelling where case tells two apart', usdc, usdc.toLowerCase(), 'exact', false],
  ['another network', usdc, usdc.replace('eip155:1', 'eip155:10'), 'caseless', false],
  ['another contract', usdc, usdc.replace('48', '49'), 'caseless', false],
  ['another kind', 'eip155:1/slip44:60', usdc, 'caseless', false],
  ['the network’s own currency', 'eip155:56/slip44:60', 'eip155:56/slip44:714', 'caseless', true],
  ['what is no asset', 'nothing', 'nothing', 'caseless', false],
] as const)('an asset is the same as %s: %s %s, %s is %s', (_, one, other, spelling, same) => {
  expect(isSameAsset(one, other, spelling)).toBe(same)
  expect(isSameAsset(other, one, spelling)).toBe(same)
})
