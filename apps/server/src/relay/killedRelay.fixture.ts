import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ServerProcess, startServerProcess } from '../core/scale/serverProcess.fixture.ts'
import { createRandom } from '../core/scale/severalProcesses.fixture.ts'
import { publish } from './openRelay.fixture.ts'
import { createPeerKey, newTopic, openPeer, type Peer } from './relayPeer.fixture.ts'

export interface KillRounds {
  readonly acknowledged: number
  /** Acknowledged and not handed out after the kill. */
  readonly lost: readonly string[]
  /** Topics whose mailboxes were handed out in another order than they were published in. */
  readonly disordered: number
  /** Messages pushed to online sockets, in all rounds, before the kill. */
  readonly delivered: number
}

const topicsOfRound = 8

/**
 * Kills a relay with SQLite in the middle of writing, again and again over the same data, and asks the next one for
 * everything that was acknowledged. `tear` may damage the files in between, as a power cut does.
 */
export async function killRelay(options: {
  readonly rounds: number
  readonly seed: number
  readonly atLeast: number
  readonly tear?: (folder: string, random: (below: number) => number, round: number) => void
}): Promise<KillRounds> {
  const random = createRandom(options.seed)
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-relay-'))
  const env = {
    DATA_FOLDER: folder,
    LATCHKEY_DEV: '1',
    RELAY_HANDSHAKES_BURST: '1000000',
    RELAY_CALLS_BURST: '1000000',
  }
  const found = { acknowledged: 0, lost: [] as string[], disordered: 0, delivered: 0 }
  let server: ServerProcess | undefined
  try {
    server = await startServerProcess(env)
    for (let round = 0; round < options.rounds; round++) {
      const url = `${server.url.replace('http', 'ws')}/relay`
      const acknowledged = new Map<string, string[]>()
      const listener = await openPeer({ url, acks: false })
      const topics = Array.from({ length: topicsOfRound }, newTopic)
      await listener.call('irn_batchSubscribe', { topics })
      const target = options.atLeast + random(options.atLeast)
      let count = 0
      const { promise: isEnough, resolve: onEnough } = Promise.withResolvers<void>()
      const senders = topics.map(async topic => {
        const peer = await openPeer({ url })
        acknowledged.set(topic, [])
        try {
          for (let i = 0; ; i++) {
            const message = `${topic.slice(0, 8)}.${i}`
            await publish(peer, topic, message, { ttl: 86_400 })
            acknowledged.get(topic)?.push(message)
            if (++count >= target) onEnough()
          }
        } catch {
          // The relay is dead.
        }
      })
      await isEnough
      await server.kill('SIGKILL')
      await Promise.all(senders)
      options.tear?.(folder, random, round)
      server = await startServerProcess(env)
      const reader = await openPeer({
        url: `${server.url.replace('http', 'ws')}/relay`,
        key: createPeerKey(),
      })
      await reader.call('irn_batchSubscribe', { topics })
      const all = [...acknowledged.values()].flat()
      await collect(reader, all)
      const had = reader.pushes.map(({ message }) => message)
      found.acknowledged += all.length
      found.delivered += listener.pushes.length
      found.lost.push(...all.filter(message => !had.includes(message)))
      for (const topic of topics) {
        const got = reader.pushes
          .filter(push => push.topic === topic)
          .map(({ message }) => Number(message.slice(9)))
        if (got.some((value, index) => index > 0 && value < Number(got[index - 1]))) found.disordered++
      }
      reader.ws.terminate()
      listener.ws.terminate()
    }
  } finally {
    await server?.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
  return found
}

/** Waits until all of them came, or nothing came for a while. */
export async function collect(reader: Peer, all: readonly string[]): Promise<void> {
  const open = new Set(all)
  let seen = 0
  for (let quiet = 0; open.size > 0 && quiet < 40; quiet++) {
    const { pushes } = reader
    if (pushes.length > seen) quiet = 0
    for (; seen < pushes.length; seen++) open.delete(String(pushes[seen]?.message))
    await new Promise(resolve => setTimeout(resolve, 50))
  }
}
