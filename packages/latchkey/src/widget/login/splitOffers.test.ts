import { expect, test } from 'vitest'
import { defaultSocials } from '../../contract/limits.ts'
import { splitOffers } from './splitOffers.ts'

test.each([
  [0, 0, 0, false],
  [1, 1, 0, false],
  [2, 2, 0, false],
  [3, 1, 2, false],
  [6, 1, 5, false],
  [7, 1, 4, true],
])(
  'SPEC-NOTES §2 "Social row": of %i accounts %i are named, %i drawn, and there are more: %s',
  (count, named, drawn, hasMore) => {
    const split = splitOffers(defaultSocials.slice(0, count).map(method => ({ method, isAvailable: true })))
    expect([split.named.length, split.drawn.length, split.hasMore]).toEqual([named, drawn, hasMore])
  },
)
