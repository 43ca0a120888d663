import { once } from 'node:events'
import { connect as connectTo } from 'node:net'
import { expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import { eachStore } from '../core/store/eachStore.fixture.ts'
import { relayOpener } from './openRelay.fixture.ts'
import { createPeerKey, newTopic, signToken } from './relayPeer.fixture.ts'

const now = () => Math.floor(Date.now() / 1_000)

/** The answer to a handshake: the status that `ws` met, or how the socket was closed, and after which time. */
function knock(url: string, query: Record<string, string>, headers: Record<string, string> = {}) {
  const started = performance.now()
  const ws = new WebSocket(`${url}?${new URLSearchParams(query)}`, { headers })
  return new Promise<{ status?: number; code?: number; reason?: string; after: number }>(resolve => {
    const after = () => performance.now() - started
    ws.once('unexpected-response', (_request, response) => {
      resolve({ status: response.statusCode ?? 0, after: after() })
      response.destroy()
    })
    ws.once('close', (code, reason) => resolve({ code, reason: reason.toString(), after: after() }))
    ws.on('error', () => {})
  })
}

eachStore('handshakes of the relay', open => {
  const start = relayOpener(open)

  it('are refused late, with the reason in a close frame or as a status', async () => {
    const { url } = await start()
    const key = createPeerKey()
    const token = (claims: object = {}, header: object = {}) => signToken(key, url, { claims, header })
    const projectId = 'latchkey-dev'
    const other = signToken(createPeerKey(), url)
    const swapped = [token().split('.').slice(0, 2), other.split('.')[2]].flat().join('.')
    const early = now() + 200
    const cases: readonly (readonly [Record<string, string>, Record<string, string>, string, number])[] = [
      [{ auth: token() }, {}, 'Project ID is missing', 401],
      [{ auth: token(), projectId: 'nobody' }, {}, 'Unauthorized: invalid key', 401],
      [{ projectId }, {}, 'Unauthorized: auth token is missing', 401],
      [{ auth: 'a.b.c', projectId }, {}, 'Unauthorized: auth token is invalid', 401],
      [{ auth: swapped, projectId }, {}, 'Unauthorized: auth token is invalid', 401],
      [{ auth: token({}, { alg: 'none' }), projectId }, {}, 'Unauthorized: auth token is invalid', 401],
      [{ auth: token({}, { typ: 'JWS' }), projectId }, {}, 'Unauthorized: auth token is invalid', 401],
      [{ auth: token({ iss: 'did:key:z6Mk' }), projectId }, {}, 'Unauthorized: auth token is invalid', 401],
      [{ auth: token({ iss: key.clientId }), projectId }, {}, 'Unauthorized: auth token is invalid', 401],
      [
        { auth: token({ aud: 'wss://relay.example.com' }), projectId },
        {},
        'Unauthorized: auth token is for another relay',
        401,
      ],
      [
        { auth: token({ aud: 'ws://localhost:1/' }), projectId },
        {},
        'Unauthorized: auth token is for another relay',
        401,
      ],
      [{ auth: token({ exp: now() - 130 }), projectId }, {}, 'JWT Token is expired: basic.exp: ', 401],
      [
        { auth: token({ iat: early }), projectId },
        {},
        `JWT Token is not yet valid: basic.iat: ${early}, now + time_leeway: `,
        401,
      ],
      [
        { auth: token(), projectId },
        { origin: 'https://evil.example' },
        'Unauthorized: origin not allowed',
        403,
      ],
      [{ auth: token(), projectId }, { origin: 'null' }, 'Unauthorized: origin not allowed', 403],
    ]
    const address = (index: number) => ({ 'x-forwarded-for': `203.0.113.${index}` })
    await Promise.all(
      cases.map(async ([query, headers, reason, status], index) => {
        const closed = await knock(
          url,
          { ...query, useOnCloseEvent: 'true' },
          { ...headers, ...address(index) },
        )
        expect(closed.code, reason).toBe(3_000)
        expect(closed.reason?.startsWith(reason), closed.reason).toBe(true)
        expect(closed.after).toBeGreaterThanOrEqual(150)
        const refused = await knock(url, query, headers)
        expect(refused.status, reason).toBe(status)
        expect(refused.after).toBeGreaterThanOrEqual(150)
      }),
    )
  })

  it('are taken with a token that is a little late or early, in the query or as Bearer', async () => {
    const { url, connect, server } = await start()
    const key = createPeerKey()
    const token = (claims: object) => signToken(key, url, { claims })
    const taken = async (auth: string, to = url) => {
      const peer = await connect({ key, url: to, query: { auth } })
      expect(await peer.call('irn_subscribe', { topic: newTopic() })).toHaveLength(64)
      await peer.close()
    }
    await taken(token({ exp: now() - 100 }))
    await taken(token({ iat: now() + 100 }))
    await taken(token({ exp: undefined }))
    // Clients come through proxies and mapped ports; the path `/` answers as well.
    await taken(token({ aud: 'wss://app.localhost:4433/relay' }), `ws://127.0.0.1:${server.port}/`)
    const ws = new WebSocket(`${url}?projectId=latchkey-dev`, {
      headers: { authorization: `Bearer ${token({})}`, origin: 'http://localhost:5173' },
    })
    await new Promise(resolve => ws.once('open', resolve))
    ws.terminate()
  })

  it('answer under the public URLs alone where this is no development', async () => {
    const { url } = await start({ LATCHKEY_DEV: '0', RELAY_PUBLIC_URLS: 'wss://relay.example.com/relay' })
    const query = (aud: string) => ({
      auth: signToken(createPeerKey(), aud),
      projectId: 'shop',
      useOnCloseEvent: 'true',
    })
    const [known, unknown] = await Promise.all([
      knock(url, query('wss://relay.example.com/relay')),
      knock(url, query(url)),
    ])
    expect(known.reason).toBe('Unauthorized: invalid key')
    expect(unknown.reason).toBe('Unauthorized: auth token is for another relay')
  })

  it('are not answered at all without a public URL, nor on other paths', async () => {
    const relay = await start()
    expect((await knock(relay.url.replace('/relay', '/v1'), {})).status).toBe(404)
    const none = await start({ LATCHKEY_DEV: '0' })
    expect((await knock(none.url, { projectId: 'x' })).status).not.toBe(101)
  })

  it('T90: are limited for each address and each client before a signature is looked at', async () => {
    const { url } = await start({
      RELAY_HANDSHAKES_BURST: '4',
      RELAY_HANDSHAKES_PER_MINUTE: '1',
      RELAY_HANDSHAKES_PER_MINUTE_OF_CLIENT: '2',
      TRUSTED_PROXIES: '127.0.0.1',
    })
    const from = (address: string, key = createPeerKey(), claims: object = {}) =>
      knock(
        url,
        { auth: signToken(key, url, { claims }), projectId: '', useOnCloseEvent: 'true' },
        { 'x-forwarded-for': address },
      )
    const many = await Promise.all(Array.from({ length: 6 }, () => from('203.0.113.7')))
    expect(many.map(({ code }) => code).sort()).toEqual([1013, 1013, 3000, 3000, 3000, 3000])
    const key = createPeerKey()
    const one = await Promise.all(Array.from({ length: 3 }, () => from('203.0.113.8', key)))
    expect(one.map(({ code }) => code).sort()).toEqual([1013, 3000, 3000])
    // A stranger who knows a client's id cannot use up its allowance.
    expect((await from('203.0.113.9', key)).code).toBe(3_000)
  })

  it('T90: end at the limit of sockets of an address, and of refusals that wait', async () => {
    const { url, connect } = await start({
      RELAY_SOCKETS_PER_ADDRESS: '2',
      RELAY_REFUSALS: '1',
      RELAY_REFUSAL_DELAY_MS: '1000',
    })
    const first = await connect()
    await connect()
    const query = () => ({ auth: signToken(createPeerKey(), url), projectId: 'latchkey-dev' })
    // Whichever comes first waits for its refusal; there is no room for the other, which is let go at once.
    const answers = [knock(url, query()), knock(url, query())]
    expect((await Promise.race(answers)).status).toBe(503)
    expect((await Promise.all(answers)).map(({ status }) => status).sort()).toEqual([429, 503])
    await first.close()
    await connect()
  })

  it('T90: of one address that are refused leave room for those of others', async () => {
    const { url, connect } = await start({
      RELAY_REFUSALS: '25',
      RELAY_REFUSAL_DELAY_MS: '60000',
      TRUSTED_PROXIES: '127.0.0.1',
    })
    const waiting = Array.from({ length: 40 }, () => knock(url, {}, { 'x-forwarded-for': '203.0.113.7' }))
    const cut = new Set<number | undefined>()
    let answered = 0
    for (const each of waiting)
      void each.then(({ status }) => {
        answered++
        cut.add(status)
      })
    await vi.waitFor(() => expect(answered).toBe(20), { timeout: 5_000 })
    expect([...cut]).toEqual([503])
    expect(await (await connect()).call('irn_subscribe', { topic: newTopic() })).toHaveLength(64)
  })

  it('T91: are let go of once they are refused, also by a peer that never ends its side', async () => {
    const { server } = await start()
    const peer = connectTo({ port: server.port, host: '127.0.0.1', allowHalfOpen: true })
    peer.on('error', () => {}).resume()
    peer.write('GET /nothing HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n')
    await once(peer, 'end')
    // No reader is there to take it.
    await vi.waitFor(() => {
      peer.write('x')
      expect(peer.destroyed).toBe(true)
    })
  })

  it('T91: are refused when they are too long', async () => {
    const { url } = await start()
    expect((await knock(url, { auth: 'a'.repeat(9_000) })).status).toBe(400)
  })

  it('are refused where the path is invalid, without a word about a failing store', async () => {
    const { server, lines } = await start()
    expect((await knock(`ws://127.0.0.1:${server.port}//`, {})).status).toBe(400)
    expect(lines.join()).not.toMatch(/the relay cannot/)
  })
})
