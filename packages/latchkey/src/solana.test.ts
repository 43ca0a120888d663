import { expect, test } from 'vitest'
import { solana } from './solana.ts'

test('the descriptor is plain and brings its adapter when it is asked to', async () => {
  const descriptor = solana()
  expect(Object.keys(descriptor).sort()).toEqual(['discover', 'facts', 'load', 'namespace'])
  const adapter = await descriptor.load()
  expect(adapter.namespace).toBe(descriptor.namespace)
  const address = '11111111111111111111111111111111'
  expect(adapter.formatAddress(address)).toBe(address)
})
