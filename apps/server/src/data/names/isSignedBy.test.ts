import { expect, it } from 'vitest'
import type { ChainReader } from './createChainReader.ts'
import { isSignedBy } from './isSignedBy.ts'

it('T66: a contract’s word counts on the chain of the message alone', async () => {
  const reader = { chain: 'eip155:1', hasEns: true, ask: async () => true } as unknown as ChainReader
  const claim = {
    address: '0x00000000000000000000000000000000000A11cE',
    message: 'me',
    signature: '0x01',
  } as const
  expect(await isSignedBy(reader, { ...claim, chain: 'eip155:1' })).toBe(true)
  expect(await isSignedBy(reader, { ...claim, chain: 'eip155:10' })).toBe(false)
  expect(await isSignedBy(undefined, { ...claim, chain: 'eip155:1' })).toBe(false)
})
