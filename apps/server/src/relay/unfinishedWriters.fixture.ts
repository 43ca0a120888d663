import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import { startServerProcess } from '../core/scale/serverProcess.fixture.ts'
import { createPeerKey, openPeer, type Peer } from './relayPeer.fixture.ts'

export interface UnfinishedWriters {
  /** How much more memory the relay had at its height, in bytes. */
  readonly grown: number
  /** Milliseconds from the last byte until every socket was closed; not a number when one never was. */
  readonly goneAfter: number
}

/** Lets sockets begin a megabyte and not finish it, with pongs in between, and measures what that costs a relay. */
export async function leaveUnfinished(options: {
  readonly folder: string
  readonly sockets: number
  readonly isFragment: boolean
}): Promise<UnfinishedWriters> {
  const server = await startServerProcess({
    DATA_FOLDER: options.folder,
    LATCHKEY_DEV: '1',
    RELAY_HANDSHAKES_BURST: '1000000',
    RELAY_HANDSHAKES_PER_MINUTE_OF_CLIENT: '100000',
  })
  try {
    const url = `${server.url.replace('http', 'ws')}/relay`
    const key = createPeerKey()
    const peers: Peer[] = []
    for (let count = 0; count < options.sockets; count++) peers.push(await openPeer({ url, key }))
    const before = memoryOf(server.pid)
    let height = before
    const looking = setInterval(() => {
      height = Math.max(height, memoryOf(server.pid))
    }, 20)
    const frame = unfinishedFrame(options.isFragment)
    for (const { ws } of peers) rawSocket(ws).write(frame)
    const started = performance.now()
    const ponging = setInterval(() => {
      for (const { ws } of peers) if (ws.readyState === ws.OPEN && options.isFragment) ws.pong()
    }, 300)
    let timer: NodeJS.Timeout | undefined
    const isGone = await Promise.race([
      Promise.all(peers.map(({ closed }) => closed)).then(() => true),
      new Promise<false>(resolve => {
        timer = setTimeout(() => resolve(false), 12_000)
      }),
    ])
    clearTimeout(timer)
    clearInterval(ponging)
    clearInterval(looking)
    return { grown: height - before, goneAfter: isGone ? performance.now() - started : Number.NaN }
  } finally {
    await server.kill('SIGKILL')
  }
}

/** A masked text frame of a batch: either one that another has to follow, or one whose last byte is missing. */
function unfinishedFrame(isFragment: boolean): Buffer {
  const payload = Buffer.alloc(1_048_000, ' ')
  payload.write('{"id":1,"jsonrpc":"2.0","method":"irn_batchPublish",')
  const header = Buffer.alloc(14)
  header[0] = isFragment ? 0x01 : 0x81
  header[1] = 0x80 | 127
  header.writeBigUInt64BE(BigInt(payload.length + (isFragment ? 0 : 1)), 2)
  const mask = randomBytes(4)
  mask.copy(header, 10)
  for (let at = 0; at < payload.length; at++) payload[at] = (payload[at] as number) ^ (mask[at % 4] as number)
  return Buffer.concat([header, payload])
}

/** The connection below a WebSocket, for bytes that its library would not send. */
function rawSocket(ws: object): Socket {
  return (ws as { readonly _socket: Socket })._socket
}

/** Resident bytes of a process. */
function memoryOf(pid: number): number {
  const [, kilobytes = ''] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) * 1_024
}
