import { expect, it } from 'vitest'
import { eachStore } from '../core/store/eachStore.fixture.ts'
import { relayOpener } from './openRelay.fixture.ts'

const url = 'wss://relay.example.com/relay'

eachStore('a relay that is not for development', open => {
  const start = relayOpener(open)

  it('stops though one does not answer, and lets its sockets go one by one', async () => {
    const store = await open()
    await store.write([
      store.compose.insertInto('projects').values({ id: 'shop', name: 'Shop', created_at: 1 }).compile(),
    ])
    const env = { LATCHKEY_DEV: '0', RELAY_DRAIN_MS: '', RELAY_PUBLIC_URLS: url }
    const { server, connect } = await start(env, true)
    const peers = await Promise.all(
      Array.from({ length: 10 }, () => connect({ projectId: 'shop', audience: url })),
    )
    // One that does not answer the close does not hold it up.
    peers[0]?.ws.pause()
    const times: number[] = []
    const started = performance.now()
    const closed = peers.slice(1).map(async peer => {
      const { code } = await peer.closed
      times.push(performance.now() - started)
      return code
    })
    await server.close()
    expect(await Promise.all(closed)).toEqual(Array(9).fill(1_001))
    expect(Math.max(...times) - Math.min(...times)).toBeGreaterThan(2_000)
  })
})
