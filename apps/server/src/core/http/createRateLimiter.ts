import type { Clock } from './appTypes.ts'

interface Bucket {
  tokens: number
  at: number
}

/** The most buckets at once. */
const mostBuckets = 100_000

/** What part of them may be more than half empty: the rest is for clients that just came. */
const lowPart = 0.75

/**
 * Token buckets in this process's memory. A refused request takes nothing, so a client that waits always gets in. When there
 * are too many, one that is at least half full is forgotten: filling the memory with fresh keys resets no spent bucket, and
 * filling it with spent ones costs half a burst for each.
 */
export function createRateLimiter(options: {
  readonly perSecond: number
  readonly burst: number
  readonly clock: Clock
  readonly most?: number
}): (key: string, cost: number) => number {
  const { perSecond, burst, clock, most = mostBuckets } = options
  const low = new Map<string, Bucket>()
  const light = new Map<string, Bucket>()
  const mostLow = Math.floor(most * lowPart)
  const refilled = (bucket: Bucket, now: number) =>
    Math.min(burst, bucket.tokens + (Math.max(0, now - bucket.at) / 1_000) * perSecond)

  return (key, cost) => {
    const now = clock()
    const known = low.get(key) ?? light.get(key)
    const tokens = known === undefined ? burst : refilled(known, now)
    const enough = tokens >= cost
    low.delete(key)
    light.delete(key)
    const left = enough ? tokens - cost : tokens
    const kept = left < burst / 2 ? low : light
    kept.set(key, { tokens: left, at: now })
    forgetOne(low, mostLow, now)
    forgetOne(light, most - low.size, now)
    return enough ? 0 : Math.max(1, Math.ceil((cost - tokens) / perSecond))
  }

  /** The oldest bucket goes when there are too many, or when it is full again and so says nothing. */
  function forgetOne(buckets: Map<string, Bucket>, limit: number, now: number): void {
    const oldest = buckets.entries().next()
    if (oldest.done) return
    const [key, bucket] = oldest.value
    if (buckets.size > limit || refilled(bucket, now) >= burst) buckets.delete(key)
  }
}
