import type { Redis } from 'ioredis'
import type { Clock } from '../http/appTypes.ts'
import { createRateLimiter } from '../http/createRateLimiter.ts'
import { RouteFault } from '../http/routeFault.ts'
import type { RateLimiter, RateRule } from './shared.ts'

// The bucket as createRateLimiter keeps it. Redis's clock may jump: back, it neither refills nor locks out (F39). The
// bucket is forgotten when it would be full again.
const script = `
local perSecond, burst, cost = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local kept = redis.call('HMGET', KEYS[1], 't', 'a')
local tokens = burst
if kept[1] then
  tokens = math.min(burst, tonumber(kept[1]) + math.max(0, now - tonumber(kept[2])) / 1000 * perSecond)
end
local wait = 0
if tokens >= cost then
  tokens = tokens - cost
else
  wait = math.max(1, math.ceil((cost - tokens) / perSecond))
end
redis.call('HSET', KEYS[1], 't', string.format('%.6f', tokens), 'a', string.format('%.0f', now))
redis.call('PEXPIRE', KEYS[1], math.ceil((burst - tokens) / perSecond * 1000) + 1000)
return wait
`

/** Milliseconds for which Redis is not asked again after it failed: no visitor waits for the same answer. */
const rest = 1_000

interface WithTake extends Redis {
  latchkeyTake(key: string, perSecond: number, burst: number, cost: number): Promise<number>
}

/**
 * Token buckets that all processes share, one round trip each. While Redis is away, rules that are `open` count in
 * this process, rules that are `closed` refuse (T104).
 */
export function createRedisLimiters(deps: {
  readonly redis: Redis
  readonly prefix: string
  readonly clock: Clock
  readonly onFailure: (error: unknown) => void
}): (rule: RateRule) => RateLimiter {
  const { redis, prefix, clock, onFailure } = deps
  redis.defineCommand('latchkeyTake', { numberOfKeys: 1, lua: script })
  let restUntil = Number.NEGATIVE_INFINITY

  return ({ name, perSecond, burst, whenDown }) => {
    const alone = createRateLimiter({ perSecond, burst, clock })
    return async (key, cost) => {
      if (clock() >= restUntil) {
        try {
          return Number(
            await (redis as WithTake).latchkeyTake(`${prefix}rate:${name}:${key}`, perSecond, burst, cost),
          )
        } catch (error) {
          restUntil = clock() + rest
          onFailure(error)
        }
      }
      if (whenDown === 'closed') throw new RouteFault('APKT009', { status: 503, retryAfter: 1 })
      return alone(key, cost)
    }
  }
}
