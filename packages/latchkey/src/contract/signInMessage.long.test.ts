import { test } from 'vitest'
import { fuzzSignInMessage } from './conformance/fuzzSignInMessage.ts'

test('T25 100,000 texts, whole and damaged: read as they were written, or not at all', () => {
  fuzzSignInMessage(100_000)
})
