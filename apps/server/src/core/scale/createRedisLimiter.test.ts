import { randomUUID } from 'node:crypto'
import { afterEach, expect, it, vi } from 'vitest'
import { startRedis } from '../../../../../scripts/databases/startRedis.ts'
import { createLog } from '../log/createLog.ts'
import { databaseUrlOf, describeWith } from '../store/databases.fixture.ts'
import { createRedisLimiters } from './createRedisLimiter.ts'
import { openRedis } from './openRedis.ts'

const closing: (() => Promise<unknown> | unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

async function limiters(url = String(databaseUrlOf('redis')), prefix = `${randomUUID()}:`) {
  const redis = openRedis(url)
  closing.push(() => redis.disconnect())
  await vi.waitFor(() => redis.ping(), { timeout: 5_000 })
  const failures: unknown[] = []
  const time = { ahead: 0 }
  const clock = () => performance.now() + time.ahead
  const limiter = createRedisLimiters({ redis, prefix, clock, onFailure: error => failures.push(error) })
  return { redis, limiter, failures, time, prefix }
}

const slow = { perSecond: 1, burst: 10, whenDown: 'open' } as const

describeWith(['redis'], 'rate limits over Redis', () => {
  it('share one count among several processes, to the last token', async () => {
    const first = await limiters()
    const second = await limiters(undefined, first.prefix)
    const takes = [first, second].map(({ limiter }) => limiter({ name: 'calls', ...slow }))
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) => takes[index % 2]?.('visitor', 1)),
    )
    expect(answers.filter(wait => wait === 0)).toHaveLength(10)
    expect(answers.filter(wait => wait === 1)).toHaveLength(20)
    expect(await takes[0]?.('visitor', 5)).toBe(5)
    expect(await takes[0]?.('another', 10)).toBe(0)
    expect(await first.limiter({ name: 'mail', ...slow })('visitor', 10)).toBe(0)
  })

  it('refill, and are deleted when they are full', async () => {
    const { limiter, redis, prefix } = await limiters()
    const take = limiter({ name: 'calls', perSecond: 20, burst: 2, whenDown: 'open' })
    expect([await take('v', 2), await take('v', 1)]).toEqual([0, 1])
    await vi.waitFor(async () => expect(await take('v', 1)).toBe(0), { interval: 20 })
    const left = await redis.pttl(`${prefix}rate:calls:v`)
    expect(left).toBeGreaterThan(0)
    expect(left).toBeLessThanOrEqual(1_101)
  })

  it('T104: without Redis count reads here and refuse sensitive calls; with it they are shared again', async () => {
    const server = await startRedis()
    closing.push(() => server.close())
    const { limiter, failures, time } = await limiters(server.url)
    const open = limiter({ name: 'calls', ...slow })
    const closed = limiter({ name: 'codes', ...slow, whenDown: 'closed' })
    expect([await open('v', 10), await closed('v', 1)]).toEqual([0, 0])
    await server.stop()
    const answers = await Promise.all(Array.from({ length: 12 }, () => open('v', 1)))
    expect(answers.filter(wait => wait === 0)).toHaveLength(10)
    await expect(closed('v', 1)).rejects.toMatchObject({ code: 'APKT009', status: 503, retryAfter: 1 })
    expect(failures).not.toEqual([])
    await server.start()
    await vi.waitFor(
      async () => {
        time.ahead += 1_001
        expect(await closed('v', 1)).toBe(0)
      },
      { timeout: 5_000 },
    )
  })

  it('T110: do not log the counted client when Redis refuses', async () => {
    const { limiter, redis, prefix, failures } = await limiters()
    // As a follower that is asked to write, or a memory that is full: it names the command it does not do.
    await redis.set(`${prefix}rate:calls:shop 203.0.113.7`, 'no bucket')
    await limiter({ name: 'calls', ...slow })('shop 203.0.113.7', 1)
    const lines: string[] = []
    const log = createLog({ level: 'info', sink: { write: line => lines.push(line) } })
    log.warn({ err: failures[0] }, 'limits are counted in this process alone')
    expect(lines.join('')).toContain('WRONGTYPE')
    expect(lines.join('')).not.toContain('203.0.113.7')
  })

  it('F39: neither refill nor lock out when the clock of Redis jumps back', async () => {
    const { limiter, redis, prefix } = await limiters()
    const take = limiter({ name: 'calls', perSecond: 10, burst: 5, whenDown: 'open' })
    expect(await take('v', 5)).toBe(0)
    // As if the last visit had been written an hour ahead.
    await redis.hset(`${prefix}rate:calls:v`, 'a', String(Date.now() + 3_600_000))
    expect(await take('v', 5)).toBe(1)
    await vi.waitFor(async () => expect(await take('v', 5)).toBe(0))
  })
})
