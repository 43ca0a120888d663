import { expect, test } from 'vitest'
import { polkadot } from './polkadot.ts'

test('the descriptor is plain and brings its adapter when it is asked to', async () => {
  const descriptor = polkadot()
  expect(Object.keys(descriptor).sort()).toEqual(['discover', 'facts', 'load', 'namespace'])
  const adapter = await descriptor.load()
  expect(adapter.namespace).toBe(descriptor.namespace)
  const address = '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5'
  expect(adapter.isAddress(address)).toBe(true)
  expect(adapter.formatAddress(address)).toBe(address)
})
