import { once } from 'node:events'
import type { Socket } from 'node:net'
import { openLoadSocket, signHandshake } from './loadSocket.ts'

/** Sockets that begin a message, from one address. */
const sockets = 150
const bytes = 1_048_000
/** Milliseconds after which a socket that is still open counts as never closed. */
const patience = 20_000

export interface UnfinishedResult {
  /** How much more memory the relay had at its height. */
  readonly mb: number
  /** From the last byte until every socket was closed. */
  readonly seconds: number
}

/** Lets sockets of one client leave a message of a megabyte without its last byte, and measures the relay (S7). */
export async function leaveUnfinished(options: {
  readonly url: string
  /** Returns the relay's memory now, in megabytes. */
  readonly memoryMb: () => number
}): Promise<UnfinishedResult> {
  const { url, memoryMb } = options
  const handshake = signHandshake(url)
  const open = []
  for (let count = 0; count < sockets; count++) open.push(await openLoadSocket(handshake))
  const before = memoryMb()
  let height = before
  const looking = setInterval(() => {
    height = Math.max(height, memoryMb())
  }, 20)
  const frame = unfinishedFrame()
  const closed = open.map(async ({ ws }) => {
    // A cut connection is an error for the one that still writes.
    ws.on('error', () => undefined)
    await Promise.race([once(ws, 'close'), new Promise(resolve => setTimeout(resolve, patience).unref())])
  })
  for (const { ws } of open) rawSocket(ws).write(frame)
  const started = performance.now()
  await Promise.all(closed)
  clearInterval(looking)
  const seconds = (performance.now() - started) / 1_000
  for (const { ws } of open) ws.terminate()
  return { mb: height - before, seconds }
}

/** A text frame of a batch that announces one byte more than it has; its mask changes nothing. */
function unfinishedFrame(): Buffer {
  const header = Buffer.alloc(14)
  header[0] = 0x81
  header[1] = 0x80 | 127
  header.writeBigUInt64BE(BigInt(bytes + 1), 2)
  const payload = Buffer.alloc(bytes, ' ')
  payload.write('[{"id":1,"jsonrpc":"2.0","method":"irn_batchPublish",')
  return Buffer.concat([header, payload])
}

/** The connection below a WebSocket, for bytes that its library would not send. */
function rawSocket(ws: object): Socket {
  return (ws as { readonly _socket: Socket })._socket
}
