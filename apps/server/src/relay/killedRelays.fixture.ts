import { randomUUID } from 'node:crypto'
import { type ServerProcess, startServerProcess } from '../core/scale/serverProcess.fixture.ts'
import { createRandom } from '../core/scale/severalProcesses.fixture.ts'
import { databaseUrlOf } from '../core/store/databases.fixture.ts'
import { postgresDatabase } from '../core/store/eachStore.fixture.ts'
import { collect, type KillRounds } from './killedRelay.fixture.ts'
import { publish } from './openRelay.fixture.ts'
import { newTopic, openPeer } from './relayPeer.fixture.ts'

const topicsOfRound = 9

/**
 * Kills one of three relays over one PostgreSQL and one Redis in the middle of writing, again and again, and asks
 * another for everything that any of them acknowledged. A listener on each process counts what it gets online.
 */
export async function killRelays(options: {
  readonly rounds: number
  readonly seed: number
  readonly atLeast: number
}): Promise<KillRounds> {
  const random = createRandom(options.seed)
  const database = await postgresDatabase()
  const env = {
    DATABASE_URL: String(database.environment.DATABASE_URL),
    REDIS_URL: String(databaseUrlOf('redis')),
    REDIS_PREFIX: `${randomUUID()}:`,
    LATCHKEY_DEV: '1',
    LEASE_MS: '1000',
    RELAY_HANDSHAKES_BURST: '1000000',
    RELAY_HANDSHAKES_PER_MINUTE_OF_CLIENT: '1000000',
    RELAY_CALLS_BURST: '1000000',
  }
  const found = { acknowledged: 0, lost: [] as string[], disordered: 0, delivered: 0 }
  const servers: ServerProcess[] = []
  const connect = (server: ServerProcess | undefined, acks = true) =>
    openPeer({ url: `${server?.url.replace('http', 'ws')}/relay`, acks })
  try {
    servers.push(await startServerProcess(env))
    for (let count = 1; count < 3; count++) servers.push(await startServerProcess(env))
    for (let round = 0; round < options.rounds; round++) {
      const victim = random(servers.length)
      const acknowledged = new Map<string, string[]>()
      const topics = Array.from({ length: topicsOfRound }, newTopic)
      const listeners = await Promise.all(servers.map(server => connect(server, false)))
      for (const listener of listeners) await listener.call('irn_batchSubscribe', { topics })
      const target = options.atLeast + random(options.atLeast)
      let count = 0
      let isOver = false
      const { promise: isEnough, resolve: onEnough } = Promise.withResolvers<void>()
      const senders = topics.map(async (topic, index) => {
        const peer = await connect(servers[index % servers.length])
        acknowledged.set(topic, [])
        try {
          for (let i = 0; !isOver; i++) {
            const message = `${topic.slice(0, 8)}.${i}`
            // Of some the partition is dropped an hour later, of some a day later, and some have none.
            await publish(peer, topic, message, { ttl: [300, 86_400, 604_800][i % 3] })
            acknowledged.get(topic)?.push(message)
            if (++count >= target) onEnough()
          }
        } catch {
          // Its relay is dead.
        }
        peer.ws.terminate()
      })
      await isEnough
      await servers[victim]?.kill('SIGKILL')
      isOver = true
      await Promise.all(senders)
      servers[victim] = await startServerProcess(env)
      const reader = await connect(servers[random(servers.length)])
      await reader.call('irn_batchSubscribe', { topics })
      const all = [...acknowledged.values()].flat()
      await collect(reader, all)
      const had = reader.pushes.map(({ message }) => message)
      found.acknowledged += all.length
      found.lost.push(...all.filter(message => !had.includes(message)))
      found.delivered += Math.max(...listeners.map(({ pushes }) => pushes.length))
      for (const topic of topics) {
        const got = reader.pushes
          .filter(push => push.topic === topic)
          .map(({ message }) => Number(message.slice(9)))
        if (got.some((value, index) => index > 0 && value < Number(got[index - 1]))) found.disordered++
      }
      for (const peer of [reader, ...listeners]) peer.ws.terminate()
    }
  } finally {
    await Promise.all(servers.map(server => server.kill('SIGKILL')))
    await database.remove()
  }
  return found
}
