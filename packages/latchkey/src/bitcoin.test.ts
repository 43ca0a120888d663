import { expect, test } from 'vitest'
import { bitcoin } from './bitcoin.ts'

test('the descriptor is plain and brings its adapter when it is asked to', async () => {
  const descriptor = bitcoin()
  expect(Object.keys(descriptor).sort()).toEqual(['discover', 'facts', 'load', 'namespace'])
  const adapter = await descriptor.load()
  expect(adapter.namespace).toBe(descriptor.namespace)
  const address = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'
  expect(adapter.formatAddress(address)).toBe(address)
})
