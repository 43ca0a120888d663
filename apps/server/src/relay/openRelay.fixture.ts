import { afterEach } from 'vitest'
import type { OpenStore } from '../core/store/eachStore.fixture.ts'
import { type RunningServer, startServer } from '../startServer.ts'
import { openPeer, type Peer, type PeerOptions } from './relayPeer.fixture.ts'

export interface TestRelay {
  readonly server: RunningServer
  readonly url: string
  readonly lines: readonly string[]
  connect(options?: Partial<PeerOptions>): Promise<Peer>
}

/** Starts whole servers with a relay over the store of the test, and ends them after it. */
export function relayOpener(
  open: OpenStore,
): (env?: Readonly<Record<string, string>>, keepStore?: boolean) => Promise<TestRelay> {
  const closing: (() => Promise<unknown> | undefined)[] = []
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close()
  })
  return async (env = {}, keepStore = false) => {
    if (!keepStore) await open.place()
    const lines: string[] = []
    const server = await startServer({
      port: 0,
      env: {
        LATCHKEY_DEV: '1',
        RELAY_DRAIN_MS: '0',
        RELAY_REFUSAL_DELAY_MS: '200',
        METRICS_PORT: '0',
        RELAY_HANDSHAKES_BURST: '1000',
        RELAY_HANDSHAKES_PER_MINUTE: '60000',
        RELAY_HANDSHAKES_PER_MINUTE_OF_CLIENT: '1000',
        ...open.environment(),
        ...env,
      },
      log: { write: line => lines.push(line) },
    })
    closing.push(() => server.close())
    const url = `ws://127.0.0.1:${server.port}/relay`
    return {
      server,
      url,
      lines,
      async connect(options = {}) {
        const peer = await openPeer({ url, ...options })
        closing.push(async () => peer.ws.terminate())
        return peer
      },
    }
  }
}

export const publish = (peer: Peer, topic: string, message: string, more: object = {}): Promise<unknown> =>
  peer.call('irn_publish', { topic, message, ttl: 300, tag: 1_108, prompt: true, ...more })
