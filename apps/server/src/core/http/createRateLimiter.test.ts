import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRateLimiter } from './createRateLimiter.ts'

function limiter(perSecond: number, burst: number, most?: number) {
  const time = { now: 0 }
  const take = createRateLimiter({
    perSecond,
    burst,
    clock: () => time.now,
    ...(most === undefined ? {} : { most }),
  })
  return { time, take }
}

describe('createRateLimiter', () => {
  it('lets a burst through, then says how long to wait, and means it', () => {
    const { time, take } = limiter(10, 20)
    for (let i = 0; i < 20; i++) expect(take('a', 1)).toBe(0)
    expect(take('a', 1)).toBe(1)
    expect(take('a', 15)).toBe(2)
    time.now = 1_499
    expect(take('a', 15)).toBe(1)
    time.now = 1_500
    expect(take('a', 15)).toBe(0)
  })

  it('counts each key alone', () => {
    const { take } = limiter(1, 1)
    expect(take('a', 1)).toBe(0)
    expect(take('b', 1)).toBe(0)
    expect(take('a', 1)).toBe(1)
  })

  it('F39: a clock that goes backwards gives nothing', () => {
    const { time, take } = limiter(1, 1)
    time.now = 10_000
    expect(take('a', 1)).toBe(0)
    time.now = 0
    expect(take('a', 1)).toBe(1)
  })

  it('keeps a bounded number of buckets and forgets full ones', () => {
    const { time, take } = limiter(1, 2, 3)
    expect(take('a', 2)).toBe(0)
    for (const key of ['b', 'c', 'd']) take(key, 2)
    expect(take('a', 2)).toBe(0)
    time.now = 60_000
    expect(take('b', 2)).toBe(0)
  })

  it('S11l: other keys by the hundred thousand reset no spent bucket', () => {
    const { take } = limiter(0.001, 10)
    expect(take('spender', 10)).toBe(0)
    for (let n = 0; n < 150_000; n++) take(`fresh ${n}`, 1)
    expect(take('spender', 1)).toBeGreaterThan(0)
  })

  it('S11l: spent buckets leave room in which fresh ones are counted', () => {
    const { take } = limiter(0.001, 2, 100)
    for (let n = 0; n < 200; n++) take(`spent ${n}`, 2)
    for (let n = 0; n < 20; n++) take(`fresh ${n}`, 1)
    for (let n = 0; n < 20; n++) expect(take(`fresh ${n}`, 2), String(n)).toBeGreaterThan(0)
  })

  it('never lets more through than burst plus rate times time', () => {
    const step = fc.record({ after: fc.nat(500), cost: fc.integer({ min: 1, max: 5 }) })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 100 }), steps => {
        const { time, take } = limiter(10, 5)
        let passed = 0
        for (const { after, cost } of steps) {
          time.now += after
          if (take('a', cost) === 0) passed += cost
        }
        expect(passed).toBeLessThanOrEqual(5 + time.now / 100 + 1e-6)
      }),
    )
  })
})
