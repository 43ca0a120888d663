import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect, it, vi } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { createCalls } from './createCalls.ts'
import { createFetch } from './createFetch.ts'
import { createHub } from './createHub.ts'
import type { Delivery, StoredMessage } from './createMailbox.ts'
import { createMeter } from './createMeter.ts'
import { createPushGate } from './createPushGate.ts'
import { createSocketServer } from './createSocketServer.ts'
import { createTransport } from './createTransport.ts'
import { silentRelayMetrics as metrics } from './relayMetrics.ts'
import { hashOf, newTopic } from './relayPeer.fixture.ts'
import type { RelaySocket } from './socket.ts'

it('counts an answer as delivered once it has left, and not when its socket closed meanwhile', async () => {
  const topic = newTopic()
  const kept: StoredMessage = {
    topic,
    hash: hashOf('m'),
    position: 1,
    publishedAt: 1,
    expiresAt: 9e12,
    tag: 0,
    publisher: 'dapp',
    attestation: null,
    message: 'm',
  }
  let found = Promise.withResolvers<readonly StoredMessage[]>()
  const asked: (() => void)[] = []
  const marks: Delivery[] = []
  const mailbox = {
    count: async () => 1,
    undelivered: async () => [{ ...kept, bytes: 1 }],
    find: () => {
      asked.shift()?.()
      return found.promise
    },
    expiries: async () => [],
    write: async () => ({ isSubscribed: [], kept: [] }),
    unsubscribe: async () => {},
  }
  const acks = {
    mark: (each: Delivery) => void marks.push(each),
    isMarked: () => false,
    flush: async () => {},
  }
  const clock = () => performance.now()
  const limits = { callsPerSecond: 15, callsBurst: 100, refusalDelay: 0, subscriptionsPerClient: 5 }
  const gate = createPushGate({ clock })
  const hub = createHub({ acks, gate, metrics, now: Date.now })
  const meter = createMeter({ limits, clock })
  const fetch = createFetch({ mailbox, acks, meter, now: Date.now })
  const publisher = { publish: async () => [], flyingOn: () => [], isFirst: () => true }
  const readyCall = createCalls({
    hub,
    mailbox,
    publisher,
    replay: async () => {},
    fetch,
    limits,
    subscriptions: { take: () => true },
    now: Date.now,
  })
  const onFailure = (error: unknown) => {
    throw error
  }
  const serve = createSocketServer({
    hub,
    readyCall,
    meter,
    gate,
    limits,
    metrics,
    clock,
    onAbuse() {},
    onFailure,
  })
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(server, 'listening')

  const connect = async () => {
    const connected = once(server, 'connection')
    const peer = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`)
    const [[ws, request]] = await Promise.all([connected, once(peer, 'open')])
    const client = hub.clientOf('wallet')
    const transport = createTransport(ws, request.socket)
    const socket = { transport, client, topics: new Set(), tokens: 100, tokensAt: clock(), refused: 0 }
    const served = once(ws, 'message').then(([data]) => serve(socket as unknown as RelaySocket, data))
    const reading = new Promise<void>(resolve => asked.push(resolve))
    peer.send(JSON.stringify({ id: 1, jsonrpc: '2.0', method: 'irn_fetchMessages', params: { topic } }))
    await reading
    return { peer, ws, served }
  }

  const lost = await connect()
  lost.peer.terminate()
  await once(lost.ws, 'close')
  found.resolve([kept])
  await lost.served
  expect(marks).toEqual([])

  found = Promise.withResolvers()
  const { peer, served } = await connect()
  const answered = once(peer, 'message')
  found.resolve([kept])
  expect(String((await answered)[0])).toContain('"message":"m"')
  await served
  await vi.waitFor(() =>
    expect(marks).toEqual([{ topic, hash: kept.hash, expiresAt: 9e12, clientId: 'wallet' }]),
  )
  peer.terminate()
  server.close()
})
