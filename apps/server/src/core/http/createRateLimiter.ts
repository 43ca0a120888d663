import type { Clock } from './appTypes.ts'

interface Bucket {
  tokens: number
  at: number
}

/** The most buckets at once; the least recently used one is dropped. */
const mostBuckets = 100_000

/** Token buckets in this process's memory. A refused request takes nothing, so a client that waits always gets in. */
export function createRateLimiter(options: {
  readonly perSecond: number
  readonly burst: number
  readonly clock: Clock
  readonly most?: number
}): (key: string, cost: number) => number {
  const { perSecond, burst, clock, most = mostBuckets } = options
  const buckets = new Map<string, Bucket>()
  const refilled = (bucket: Bucket, now: number) =>
    Math.min(burst, bucket.tokens + (Math.max(0, now - bucket.at) / 1_000) * perSecond)

  return (key, cost) => {
    const now = clock()
    const known = buckets.get(key)
    const tokens = known === undefined ? burst : refilled(known, now)
    const enough = tokens >= cost
    buckets.delete(key)
    buckets.set(key, { tokens: enough ? tokens - cost : tokens, at: now })
    forgetOne(now)
    return enough ? 0 : Math.max(1, Math.ceil((cost - tokens) / perSecond))
  }

  /** The oldest bucket goes when there are too many, or when it is full again and so says nothing. */
  function forgetOne(now: number): void {
    const oldest = buckets.entries().next()
    if (oldest.done) return
    const [key, bucket] = oldest.value
    if (buckets.size > most || refilled(bucket, now) >= burst) buckets.delete(key)
  }
}
