import { expect, test } from 'vitest'
import { memoryOf } from './memoryOf.ts'

test.each([
  ['Apple Computer, Inc.', 'run'],
  ['Google Inc.', 'lasting'],
  ['', 'lasting'],
] as const)('a browser of the vendor "%s" stores the data of a foreign frame: %s', (vendor, memory) => {
  expect(memoryOf({ vendor })).toBe(memory)
})
