import { connect } from 'node:net'

/** One kept-alive connection that repeats the same request. */
export interface Connection {
  /** Sends the request and resolves with the status of its answer. */
  ask(): Promise<number>
  close(): void
}

/** As little HTTP/1.1 as a measurement needs, so that the generator takes little of the machine it shares. */
export function createConnection(options: {
  readonly host: string
  readonly port: number
  readonly request: Uint8Array
}): Promise<Connection> {
  const socket = connect({ host: options.host, port: options.port, noDelay: true })
  let waiting: { resolve(status: number): void; reject(error: Error): void } | undefined
  let kept = Buffer.alloc(0)
  const fail = (error: Error) => {
    waiting?.reject(error)
    waiting = undefined
  }
  socket.on('error', fail)
  socket.on('close', () => fail(new Error('The connection was closed')))
  socket.on('data', chunk => {
    kept = kept.byteLength === 0 ? chunk : Buffer.concat([kept, chunk])
    const answer = readAnswer(kept)
    if (answer === undefined) return
    kept = kept.subarray(answer.length)
    waiting?.resolve(answer.status)
    waiting = undefined
  })
  return new Promise((resolve, reject) => {
    socket.once('error', reject)
    socket.once('connect', () =>
      resolve({
        ask: () =>
          new Promise((answered, failed) => {
            waiting = { resolve: answered, reject: failed }
            socket.write(options.request)
          }),
        close: () => socket.destroy(),
      }),
    )
  })
}

/** Status and length of the first whole answer in the bytes, or undefined while it is not there. */
export function readAnswer(bytes: Buffer): { readonly status: number; readonly length: number } | undefined {
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const head = bytes.toString('latin1', 0, end)
  const status = Number(head.slice(9, 12))
  const stated = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
  if (stated !== undefined) {
    const length = end + 4 + Number(stated)
    return bytes.byteLength >= length ? { status, length } : undefined
  }
  if (!/\r\ntransfer-encoding: *chunked/i.test(head)) return { status, length: end + 4 }
  const last = bytes.indexOf('\r\n0\r\n\r\n', end + 2)
  return last < 0 ? undefined : { status, length: last + 7 }
}
