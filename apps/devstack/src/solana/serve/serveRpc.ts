import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Listening } from '../../http/serveApp.ts'
import type { MethodContext } from '../methods/method.ts'
import { answerCall, answerRpc } from '../rpc/answerRpc.ts'
import { fromJson, toJson } from '../rpc/exactJson.ts'
import { RpcError } from '../rpc/rpcError.ts'
import { createSubscriptions } from './createSubscriptions.ts'

/** Bytes of a request, as nodes limit them (MAX_REQUEST_BODY_SIZE). */
const largestBody = 50 * 1024
/** Bytes that may wait for a slow reader before its connection ends. */
const largestBacklog = 8 * 1024 * 1024

/**
 * Serves JSON-RPC by POST and by WebSocket on one port; 0 takes a free one. Pages of every origin may read the answers,
 * as from a public node.
 * @throws Error of the system when the port cannot be had.
 */
export function serveRpc(options: {
  readonly context: MethodContext
  readonly port: number
  readonly host: string
  readonly log: (line: string) => void
}): Promise<Listening> {
  const { context, port, host, log } = options
  const server = createServer((request, response) => {
    answerHttp(request, response, text => answerRpc(context, text, log)).catch((error: unknown) => {
      log(`HTTP: ${error instanceof Error ? error.message : String(error)}`)
      response.destroy()
    })
  })
  const sockets = new WebSocketServer({ server, maxPayload: largestBody })
  // Its server's errors are emitted on it too; listening below hears them.
  sockets.on('error', () => undefined)
  sockets.on('connection', socket => serveSocket(socket, context, log))

  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, host }, () => {
      server.off('error', reject)
      const address = server.address()
      resolve({
        port: typeof address === 'object' && address ? address.port : port,
        close: () => closeAll(),
      })
    })
    const closeAll = (): Promise<void> =>
      new Promise(done => {
        for (const socket of sockets.clients) socket.terminate()
        server.close(() => done())
        server.closeAllConnections()
      })
  })
}

const crossOrigin = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'POST, GET, OPTIONS',
  'access-control-max-age': '86400',
} as const

async function answerHttp(
  request: IncomingMessage,
  response: ServerResponse,
  answer: (text: string) => Promise<string>,
): Promise<void> {
  const headers = {
    ...crossOrigin,
    'access-control-allow-headers': request.headers['access-control-request-headers'] ?? 'content-type',
  }
  const end = (status: number, type: string, text: string): void => {
    response.writeHead(status, { ...headers, 'content-type': type }).end(text)
  }
  if (request.method === 'OPTIONS') return end(200, 'text/plain', '')
  if (request.method === 'GET' && request.url === '/health') return end(200, 'text/plain', 'ok')
  if (request.method !== 'POST')
    return end(405, 'text/plain', 'Used HTTP Method is not allowed. POST or OPTIONS is required\n')
  if (!/^application\/json\b/i.test(request.headers['content-type'] ?? ''))
    return end(
      415,
      'text/plain',
      'Supplied content type is not allowed. Content-Type: application/json is required\n',
    )
  const body = await readBody(request)
  if (body === undefined) return end(413, 'text/plain', 'The request is too large.\n')
  end(200, 'application/json; charset=utf-8', `${await answer(body)}\n`)
}

/** The body as text; undefined when it is too large. */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    size += (chunk as Buffer).length
    if (size > largestBody) {
      // What is left is read and dropped, so that the answer arrives.
      request.resume()
      return undefined
    }
    chunks.push(chunk as Buffer)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function serveSocket(socket: WebSocket, context: MethodContext, log: (line: string) => void): void {
  const send = (message: unknown): void => {
    if (socket.bufferedAmount > largestBacklog) socket.terminate()
    else if (socket.readyState === socket.OPEN) socket.send(toJson(message))
  }
  const subscriptions = createSubscriptions(context.ledger, send)
  socket.on('close', () => subscriptions.close())
  // A frame that is too large or broken ends the connection; its event follows.
  socket.on('error', () => undefined)
  socket.on('message', data => {
    let request: unknown
    try {
      request = fromJson(String(data))
    } catch {
      send({ jsonrpc: '2.0', error: { code: -32700, message: 'Parse error' }, id: null })
      return
    }
    const run = (call: Parameters<typeof subscriptions.run>[0]): unknown => {
      const result = subscriptions.run(call)
      if (result === undefined) throw new RpcError(-32601, 'Method not found')
      return result
    }
    // web3.js pings by a notification without an id, which asks for no answer.
    const isNotice = typeof request === 'object' && request !== null && !('id' in request)
    void answerCall(request, run, log).then(answer => {
      if (!isNotice) send(answer)
    })
  })
}
