import { expect, test } from 'vitest'
import { stacks } from './stacks.ts'

test('the descriptor is plain and brings its adapter when it is asked to', async () => {
  const descriptor = stacks()
  expect(Object.keys(descriptor).sort()).toEqual(['discover', 'facts', 'load', 'namespace'])
  const adapter = await descriptor.load()
  expect(adapter.namespace).toBe(descriptor.namespace)
  expect(adapter.formatAddress('sp1thwxq8368sdn2mjge4bmdkmchz2gsvtslxobpm')).toBe(
    'SP1THWXQ8368SDN2MJGE4BMDKMCHZ2GSVTS1X0BPM',
  )
})
