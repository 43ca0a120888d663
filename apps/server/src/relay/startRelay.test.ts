import { afterEach, expect, it, vi } from 'vitest'
import { startServer } from '../startServer.ts'
import { eachStore } from '../store/eachStore.fixture.ts'
import { newTopic, openPeer, type Peer, type PeerOptions } from './relayPeer.fixture.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

eachStore('the relay', open => {
  async function start(env: Readonly<Record<string, string>> = {}) {
    await open()
    const lines: string[] = []
    const server = await startServer({
      port: 0,
      env: { LATCHKEY_DEV: '1', RELAY_DRAIN_MS: '0', ...open.environment(), ...env },
      log: { write: line => lines.push(line) },
    })
    closing.push(() => server.close())
    const url = `ws://127.0.0.1:${server.port}/relay`
    const peers: Peer[] = []
    closing.push(async () => peers.map(peer => peer.ws.terminate()))
    const connect = async (options: Partial<PeerOptions> = {}) => {
      const peer = await openPeer({ url, ...options })
      peers.push(peer)
      return peer
    }
    return { server, url, lines, connect }
  }

  const publish = (peer: Peer, topic: string, message: string, more: object = {}) =>
    peer.call('irn_publish', { topic, message, ttl: 300, tag: 1108, prompt: true, ...more })

  it('hands a message to who listens, and acknowledges it', async () => {
    const { connect } = await start()
    const [dapp, wallet] = [await connect(), await connect()]
    const topic = newTopic()
    const subscription = await wallet.call('irn_subscribe', { topic })
    expect(await publish(dapp, topic, 'aGVsbG8=', { attestation: 'a.b.c' })).toBe(true)
    await vi.waitFor(() => expect(wallet.pushes).toHaveLength(1))
    expect(wallet.pushes[0]).toMatchObject({
      topic,
      message: 'aGVsbG8=',
      tag: 1108,
      subscription,
      attestation: 'a.b.c',
    })
    expect(dapp.pushes).toEqual([])
  })
})
