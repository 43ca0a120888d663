import { expect, test } from 'vitest'
import { evm } from './evm.ts'

test('the descriptor is plain and brings its adapter when it is asked to', async () => {
  const descriptor = evm()
  expect(Object.keys(descriptor).sort()).toEqual(['discover', 'facts', 'load', 'namespace'])
  const adapter = await descriptor.load()
  expect(adapter.namespace).toBe(descriptor.namespace)
  expect(adapter.formatAddress(`0x${'a'.repeat(40)}`)).toBe('0xaAaAaAaaAaAaAaaAaAAAAAAAAaaaAaAaAaaAaaAa')
})
