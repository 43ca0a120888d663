import { randomUUID } from 'node:crypto'
import { type AddressInfo, connect, createServer } from 'node:net'
import pg from 'pg'
import { pino } from 'pino'
import { afterEach, expect, it, vi } from 'vitest'
import { startRedis } from '../../../../../scripts/databases/startRedis.ts'
import { databaseUrlOf, describeWith } from '../store/databases.fixture.ts'
import { postgresDatabase } from '../store/eachStore.fixture.ts'
import { type Bus, decodeMessage, encodeMessage, longestMessage } from './bus.ts'
import { createPostgresBus } from './createPostgresBus.ts'
import { createRedisBus } from './createRedisBus.ts'
import { openRedis } from './openRedis.ts'

const log = pino({ level: 'silent' })
/** Through a real database on a machine that does other things as well. */
const eventually = (check: () => unknown) => vi.waitFor(check, { timeout: 5_000 })
const closing: (() => Promise<unknown> | unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

function redisBus(url: string, prefix: string): Bus {
  const redis = openRedis(url)
  const bus = createRedisBus({ url, redis, prefix, log })
  closing.push(
    () => bus.close(),
    () => redis.disconnect(),
  )
  return bus
}

async function postgresBuses(count: number): Promise<{ buses: Bus[]; url: string; name: string }> {
  const database = await postgresDatabase()
  closing.push(() => database.remove())
  const url = String(database.environment.DATABASE_URL)
  const buses: Bus[] = []
  for (let i = 0; i < count; i++) {
    const store = await database.open(undefined)
    const bus = createPostgresBus({ url, store: store as never, log })
    closing.push(
      () => store.close(),
      () => bus.close(),
    )
    buses.push(bus)
  }
  return { buses, url, name: database.name }
}

const kinds = {
  redis: async (count: number) => {
    const prefix = `${randomUUID()}:`
    return Array.from({ length: count }, () => redisBus(String(databaseUrlOf('redis')), prefix))
  },
  postgres: async (count: number) => (await postgresBuses(count)).buses,
}

for (const kind of ['postgres', 'redis'] as const) {
  describeWith(kind === 'redis' ? ['redis'] : ['postgres'], `bus over ${kind}`, () => {
    it('delivers a message to every process, on its channel alone', async () => {
      const buses = await kinds[kind](3)
      await Promise.all(buses.map(bus => bus.ready()))
      const heard: string[][] = buses.map(() => [])
      for (const [index, bus] of buses.entries())
        bus.subscribe('projects', message => heard[index]?.push(String(message)))
      buses[0]?.subscribe('other', () => heard[0]?.push('wrong channel'))
      await buses[1]?.publish('projects', "shop '😀")
      await buses[2]?.publish('projects', 'x'.repeat(longestMessage))
      await eventually(() => {
        for (const messages of heard) expect(messages).toEqual(["shop '😀", 'x'.repeat(longestMessage)])
      })
    })

    it('delivers a narrow channel to those that subscribe to it, also after a while without', async () => {
      const buses = await kinds[kind](2)
      await Promise.all(buses.map(bus => bus.ready()))
      const [a, b] = buses as [Bus, Bus]
      const heard: unknown[] = []
      const listen = (channel: string) => {
        const stop = b.subscribe(channel, message => heard.push(`${channel} ${message}`))
        return b.heard(channel).then(() => stop)
      }
      const stop = await listen('topics/ab')
      await listen('topics/cd')
      await a.publish('topics/ab', '1')
      await a.publish('topics/cd', '2')
      await eventually(() => expect(heard).toEqual(['topics/ab 1', 'topics/cd 2']))
      stop()
      await a.publish('topics/ab', 'lost')
      await listen('topics/ab')
      await a.publish('topics/ab', '3')
      await eventually(() => expect(heard).toEqual(['topics/ab 1', 'topics/cd 2', 'topics/ab 3']))
    })

    it('ends a subscription, and isolates a listener that throws', async () => {
      const [bus] = await kinds[kind](1)
      await bus?.ready()
      const heard: unknown[] = []
      bus?.subscribe('c', () => {
        throw new Error('broken')
      })
      const off = bus?.subscribe('c', message => heard.push(message))
      bus?.subscribe('c', message => heard.push(`again ${message}`))
      await bus?.publish('c', '1')
      await eventually(() => expect(heard).toEqual(['1', 'again 1']))
      off?.()
      await bus?.publish('c', '2')
      await eventually(() => expect(heard).toEqual(['1', 'again 1', 'again 2']))
    })
  })
}

describeWith(['postgres'], 'bus over postgres, interrupted', () => {
  it('reports possibly missed messages, and listens again', async () => {
    const { buses, url, name } = await postgresBuses(1)
    const [bus] = buses
    await bus?.ready()
    const heard: unknown[] = []
    bus?.subscribe('c', message => heard.push(message))
    bus?.subscribe('c/narrow', message => message !== undefined && heard.push(message))
    const other = new pg.Client(url)
    await other.connect()
    const cut = () =>
      other.query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1 AND query LIKE 'LISTEN%'",
        [name],
      )
    await cut()
    await eventually(() => expect(heard).toEqual([undefined, undefined]))
    expect(bus?.isListening).toBe(true)
    await bus?.publish('c', 'again')
    await eventually(() => expect(heard.at(-1)).toBe('again'))
    await bus?.publish('c/narrow', 'narrow')
    await eventually(() => expect(heard.at(-1)).toBe('narrow'))
    await other.end()
  })
})

describeWith(['redis'], 'bus over redis, interrupted', () => {
  it('reports possibly missed messages, and listens again', async () => {
    const redis = await startRedis()
    closing.push(() => redis.close())
    const bus = redisBus(redis.url, 'x:')
    await bus.ready()
    const heard: unknown[] = []
    bus.subscribe('c', message => heard.push(message))
    bus.subscribe('c/narrow', message => message !== undefined && heard.push(message))
    await redis.stop()
    await eventually(() => expect(bus.isListening).toBe(false))
    expect(heard).toEqual([undefined])
    await expect(bus.publish('c', 'lost')).rejects.toThrow()
    await redis.start()
    await eventually(() => expect(bus.isListening).toBe(true))
    expect(heard).toEqual([undefined, undefined])
    await eventually(() => bus.publish('c', 'again'))
    await eventually(() => expect(heard.at(-1)).toBe('again'))
    await bus.publish('c/narrow', 'narrow')
    await eventually(() => expect(heard.at(-1)).toBe('narrow'))
  })
})

describeWith(['redis'], 'bus over redis, through a network that falls silent', () => {
  it('publishes again over a new connection', async () => {
    const redis = await startRedis()
    closing.push(() => redis.close())
    const pipes: (() => void)[] = []
    const proxy = createServer(peer => {
      const behind = connect(redis.url.replace('unix://', ''))
      const both = [peer, behind]
      for (const each of both) each.on('error', () => {}).on('close', () => both.map(one => one.destroy()))
      peer.pipe(behind).pipe(peer)
      pipes.push(() => {
        peer.unpipe(behind)
        behind.unpipe(peer)
      })
    })
    await new Promise<void>(resolve => proxy.listen(0, '127.0.0.1', resolve))
    const commands = openRedis(`redis://127.0.0.1:${(proxy.address() as AddressInfo).port}`)
    closing.push(() => proxy.close())
    const bus = createRedisBus({ url: redis.url, redis: commands, prefix: 'x:', log })
    closing.push(
      () => bus.close(),
      () => commands.disconnect(),
    )
    await bus.ready()
    const heard: unknown[] = []
    bus.subscribe('c', message => heard.push(message))
    for (const silence of pipes) silence()
    await expect(bus.publish('c', 'lost')).rejects.toThrow()
    await vi.waitFor(() => bus.publish('c', 'again'), { timeout: 12_000 })
    await eventually(() => expect(heard).toEqual(['again']))
  })
})

it('ignores invalid messages, and refuses to send one that is too long', () => {
  expect(decodeMessage(encodeMessage('a', 'b'))).toEqual(['a', 'b'])
  for (const text of ['', 'null', '{}', '["a"]', '["a",1]', '[1,"a"]', '["a","b","c"]', '[['])
    expect(decodeMessage(text)).toBeUndefined()
  expect(() => encodeMessage('a', 'x'.repeat(longestMessage + 1))).toThrow('may have 1000 characters')
})
