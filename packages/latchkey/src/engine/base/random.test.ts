import { expect, it } from 'vitest'
import { systemRandom } from './random.ts'

it('ids are 32 hex characters and do not repeat', () => {
  const ids = Array.from({ length: 1_000 }, () => systemRandom.id())
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{32}$/)
  expect(new Set(ids).size).toBe(ids.length)
})
