import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { startServerProcess } from '../core/scale/serverProcess.fixture.ts'
import { publish } from './openRelay.fixture.ts'
import { createPeerKey, newTopic, openPeer } from './relayPeer.fixture.ts'

export interface StalledReaders {
  /** How much more memory the relay had at its height, in bytes. */
  readonly grown: number
  /** How many were let go. */
  readonly closed: number
  /** Milliseconds from a neighbour's publish to its delivery, each. */
  readonly neighbours: readonly number[]
}

/** Lets sockets listen and read nothing while a page goes on publishing, and looks what that costs a relay of its own. */
export async function stallReaders(options: {
  readonly folder: string
  readonly sockets: number
  /** Messages of 100 kB. */
  readonly messages: number
}): Promise<StalledReaders> {
  const server = await startServerProcess({
    DATA_FOLDER: options.folder,
    LATCHKEY_DEV: '1',
    METRICS_PORT: '0',
    RELAY_HANDSHAKES_BURST: '1000000',
    RELAY_HANDSHAKES_PER_MINUTE_OF_CLIENT: '100000',
    RELAY_SOCKETS_PER_ADDRESS: '10000',
    RELAY_CALLS_BURST: '1000000',
    RELAY_MAILBOX_BYTES: '1000000000',
  })
  try {
    const url = `${server.url.replace('http', 'ws')}/relay`
    const topic = newTopic()
    // A topic has four clients, and each of them as many sockets as it likes.
    const keys = Array.from({ length: 4 }, createPeerKey)
    let closed = 0
    for (let count = 0; count < options.sockets; count++) {
      const peer = await openPeer({ url, key: keys[count % 4] ?? createPeerKey(), acks: false })
      await peer.call('irn_subscribe', { topic })
      // Whatever the machine buffers for a socket is not the relay's.
      peer.ws.pause()
    }
    const [dapp, neighbour, reader] = [
      await openPeer({ url }),
      await openPeer({ url }),
      await openPeer({ url }),
    ]
    const calm = newTopic()
    await reader.call('irn_subscribe', { topic: calm })
    const before = memoryOf(server.pid)
    let height = before
    const neighbours: number[] = []
    for (let count = 0; count < options.messages; count++) {
      await publish(dapp, topic, `${count}`.padEnd(100_000, '='))
      const started = performance.now()
      await publish(neighbour, calm, `calm${count}`)
      while (reader.pushes.length <= count) await wait(1)
      neighbours.push(performance.now() - started)
      height = Math.max(height, memoryOf(server.pid))
    }
    // After the close frame, they have two seconds to read it.
    await wait(2_500)
    closed = await server.metric('latchkey_relay_closed_total{reason="slow"}')
    return { grown: height - before, closed, neighbours }
  } finally {
    await server.kill('SIGKILL')
  }
}

/** Resident bytes of a process. */
function memoryOf(pid: number): number {
  const [, kilobytes = ''] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) * 1_024
}
