import { afterEach, expect, test } from 'vitest'
import { mainnet } from '../contract/networks/evm.ts'
import { systemClock } from '../engine/base/clock.ts'
import { systemRandom } from '../engine/base/random.ts'
import { createMemoryDatabase } from '../engine/fixtures/createMemoryDatabase.ts'
import { pairedPeers } from './conformance/pairedPeers.ts'
import { createPairing } from './createPairing.ts'
import { buildNamespaces } from './namespaces/buildNamespaces.ts'
import type { Pairing } from './pairing.ts'
import { type SocketServer, startSocketServer } from './socket/conformance/startSocketServer.ts'

let server: SocketServer
let pairing: Pairing

afterEach(async () => {
  pairing.destroy()
  await server.close()
})

function create(options: Partial<Parameters<typeof createPairing>[0]> = {}): Pairing {
  return createPairing(
    {
      id: 'test',
      database: createMemoryDatabase(),
      version: '1',
      clock: systemClock,
      random: systemRandom,
      relayUrl: server.url,
      projectId: 'project',
      metadata: { name: 'Shop', description: '', url: 'https://shop.example', icons: [] },
      alert: () => undefined,
      ...options,
    },
    { locks: null, openChannel: null, fetch: () => Promise.reject(new TypeError('blocked')) },
  )
}

test('F38: retries a request that the relay refused when another code is requested', async () => {
  server = await startSocketServer()
  server.onOpen = peer => peer.close(3_000, 'JWT Token is not yet valid')
  pairing = create()
  const { signal } = new AbortController()
  const connect = () => pairing.connect({ namespaces: buildNamespaces([mainnet]), signal })
  await expect((await connect()).approval).rejects.toMatchObject({ code: 'APKT006' })
  // The visitor has set the clock right.
  server.onOpen = () => undefined
  const before = server.heard.length
  const { approval } = await connect()
  const isProposed = () => server.heard.slice(before).some(({ method }) => method === 'wc_proposeSession')
  await Promise.race([server.until(isProposed), approval])
})

test('F38: it is tried again when a person is to be asked for something, and not for what a wallet answers by itself', async () => {
  const { page, clock, connect } = await pairedPeers()
  const { topic } = (await connect()).session
  page.transport.close()
  server = await startSocketServer()
  server.onOpen = peer => peer.close(3_000, 'JWT Token is not yet valid')
  pairing = create({ database: page.database, clock: { ...systemClock, now: clock.now } })
  await pairing.restore()
  const ask = (method: string) => pairing.request(topic, 'eip155:1', { method, params: [] })
  const refused = { cause: { code: 'APKT006' } }
  await expect(ask('personal_sign')).rejects.toMatchObject(refused)
  const opened = server.opened.length
  await expect(ask('wallet_getCapabilities')).rejects.toMatchObject(refused)
  expect(server.opened).toHaveLength(opened)
  server.onOpen = () => undefined
  const before = server.heard.length
  const isAsked = () => server.heard.slice(before).some(({ method }) => method === 'irn_publish')
  await Promise.race([server.until(isAsked), ask('personal_sign')])
})
