/** A WebSocket server on loopback that does as a relay would, and whose faults are the test's to choose. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type WebSocket as Peer, WebSocketServer } from 'ws'

/** A call as it came. */
export interface HeardCall {
  readonly id: unknown
  readonly method?: string
  readonly params?: Readonly<Record<string, unknown>>
  readonly result?: unknown
  /** The whole frame as text. */
  readonly text: string
}

export interface SocketServer {
  readonly url: string
  /** What came, oldest first; answers to pushes included. */
  readonly heard: readonly HeardCall[]
  /** The addresses of the connections that were opened. */
  readonly opened: readonly URL[]
  /** The connections that are open. */
  readonly peers: readonly Peer[]
  /** What a call is answered with; undefined leaves it unanswered. Default: as a relay would. */
  answer: (call: HeardCall) => Readonly<Record<string, unknown>> | undefined
  /** What is done with a new connection. */
  onOpen: (peer: Peer) => void
  /** Waits until that many calls of a method came, and answers them. */
  calls(method: string, count: number): Promise<readonly HeardCall[]>
  /** Waits until something holds. */
  until(holds: () => boolean): Promise<void>
  push(topic: string, message: string, id: number | string): void
  close(): Promise<void>
}

/** Answers as a relay that keeps nothing. */
export function likeRelay({ method, params }: HeardCall): Readonly<Record<string, unknown>> {
  const topics = params?.topics
  if (method === 'irn_batchSubscribe' && Array.isArray(topics))
    return { result: topics.map(topic => `sub-${topic}`) }
  return { result: true }
}

export async function startSocketServer(): Promise<SocketServer> {
  const http = createServer((_request, response) => response.writeHead(404).end())
  const sockets = new WebSocketServer({ server: http })
  const heard: HeardCall[] = []
  const opened: URL[] = []
  const peers = new Set<Peer>()
  const waiting = new Set<() => void>()
  const changed = () => {
    for (const look of [...waiting]) look()
  }
  const server: SocketServer = {
    get url() {
      return `ws://127.0.0.1:${(http.address() as AddressInfo).port}/relay`
    },
    heard,
    opened,
    get peers() {
      return [...peers]
    },
    answer: likeRelay,
    onOpen: () => undefined,
    async calls(method, count) {
      const found = () => heard.filter(call => call.method === method)
      await server.until(() => found().length >= count)
      return found()
    },
    until: holds =>
      new Promise(resolve => {
        const look = () => {
          if (!holds()) return
          waiting.delete(look)
          resolve()
        }
        waiting.add(look)
        look()
      }),
    push(topic, message, id) {
      const data = { topic, message, publishedAt: 1_795_000_000_000, tag: 1_101, attestation: null }
      const params = JSON.stringify({ id: `sub-${topic}`, data })
      const frame = `{"id":${id},"jsonrpc":"2.0","method":"irn_subscription","params":${params}}`
      for (const peer of peers) peer.send(frame)
    },
    async close() {
      for (const peer of peers) peer.terminate()
      sockets.close()
      http.close()
      await once(http, 'close')
    },
  }
  sockets.on('connection', (peer, request) => {
    peers.add(peer)
    opened.push(new URL(request.url ?? '', 'ws://relay.test'))
    peer.on('close', () => {
      peers.delete(peer)
      changed()
    })
    peer.on('message', data => {
      const text = String(data)
      const call = { ...(JSON.parse(text) as Omit<HeardCall, 'text'>), text }
      heard.push(call)
      const answer = call.method === undefined ? undefined : server.answer(call)
      if (answer) peer.send(JSON.stringify({ id: call.id, jsonrpc: '2.0', ...answer }))
      changed()
    })
    server.onOpen(peer)
    changed()
  })
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  return server
}
