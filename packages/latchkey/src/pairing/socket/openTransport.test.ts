import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createLog } from '../../contract/createLog.ts'
import { isLatchkeyError } from '../../contract/error.ts'
import { createError } from '../../contract/errors/createError.ts'
import { type Clock, systemClock } from '../../engine/base/clock.ts'
import type { KeyValueDatabase } from '../../engine/base/database.ts'
import { systemRandom } from '../../engine/base/random.ts'
import { createMemoryDatabase } from '../../engine/fixtures/createMemoryDatabase.ts'
import { startLoopback } from '../../engine/fixtures/startLoopback.ts'
import { likeRelay, type SocketServer, startSocketServer } from './conformance/startSocketServer.ts'
import { openTransport, type TransportOptions } from './openTransport.ts'
import type { PairingTransport } from './pairingTransport.ts'
import type { RelayMessage, RelayState } from './relayLink.ts'

const topic = 'ab'.repeat(32)
const other = 'cd'.repeat(32)
let server: SocketServer
let name = ''
let count = 0
let database: KeyValueDatabase
const open: PairingTransport[] = []

beforeEach(async () => {
  server = await startSocketServer()
  name = `@latchkey/test-${count++}/pairing`
  // Of a browser, whose tabs share it.
  database = { ...createMemoryDatabase(), kind: 'indexeddb' }
})
afterEach(async () => {
  for (const each of open.splice(0)) each.close()
  await server.close()
})

/** A clock whose short waits are shorter still: a tab that leads and is frozen is found out at once. */
const fast: Clock = { ...systemClock, setTimeout: (run, delay) => systemClock.setTimeout(run, delay / 100) }

/** One tab of a browser. */
function openTab(given: Partial<TransportOptions> = {}) {
  const alerts: unknown[] = []
  const states: RelayState[] = []
  const messages: RelayMessage[] = []
  let look = () => {}
  const transport = openTransport({
    name,
    database,
    relayUrl: server.url,
    projectId: 'project',
    version: '1.2.3',
    clock: systemClock,
    random: systemRandom,
    alert: (code, context) => alerts.push({ code, ...context }),
    isHidden: () => false,
    ...given,
  })
  open.push(transport)
  transport.link.onState(state => {
    states.push(state)
    look()
  })
  transport.link.onMessage(message => {
    messages.push(message)
    look()
  })
  const until = (holds: () => boolean) =>
    new Promise<void>(resolve => {
      const before = look
      look = () => {
        before()
        if (holds()) resolve()
      }
      look()
    })
  return { transport, link: transport.link, alerts, states, messages, until }
}

const publish = { topic, message: 'AAAA', tag: 1_108, ttl: 300 }

describe('one tab', () => {
  it('opens nothing before there is a topic; then says who it is, and the same after a reload', async () => {
    const first = openTab()
    expect(server.opened).toHaveLength(0)
    await first.link.subscribe([topic])
    expect(first.link.state).toEqual({ status: 'connected' })
    first.transport.close()
    await expect(first.link.subscribe([topic])).rejects.toSatisfy(error =>
      isLatchkeyError(error, 'RPC_ABORTED'),
    )
    const second = openTab()
    await second.link.subscribe([topic])
    const tokens = server.opened.map(({ searchParams }) => {
      expect([...searchParams.keys()]).toEqual(['auth', 'projectId', 'ua', 'useOnCloseEvent'])
      expect(searchParams.get('projectId')).toBe('project')
      expect(searchParams.get('ua')).toBe('wc-2/latchkey-1.2.3/browser')
      const [, body = ''] = searchParams.get('auth')?.split('.') ?? []
      return JSON.parse(Buffer.from(body, 'base64url').toString()) as Record<string, unknown>
    })
    expect(tokens[0]?.iss).toMatch(/^did:key:z6Mk/)
    expect(tokens[1]?.iss).toBe(tokens[0]?.iss)
    expect(tokens[1]?.sub).not.toBe(tokens[0]?.sub)
    expect(tokens[0]?.aud).toBe(server.url)
  })

  it('publishes as the relay wants it, and calls with a ttl of their own', async () => {
    const { link } = openTab()
    await link.publish({ ...publish, prompt: true })
    await link.publish({ ...publish, ttl: 99_999_999 })
    expect(await link.call('wc_proposeSession', { pairingTopic: topic, ttl: 300 })).toBe(true)
    const calls = await server.calls('irn_publish', 2)
    expect(calls[0]?.params).toEqual({ topic, message: 'AAAA', ttl: 300, tag: 1_108, prompt: true })
    expect(calls[1]?.params).toMatchObject({ ttl: 2_592_000, prompt: false })
    expect(calls[0]?.id).toMatch(/^\d{19}$/)
  })

  it('F05, T89: a message that comes three times is handled once, after a reload as well', async () => {
    const first = openTab()
    await first.link.subscribe([topic])
    for (const id of [1, 2, 3]) server.push(topic, 'AAAA', id)
    server.push(topic, 'BBBB', 4)
    await server.until(() => server.heard.filter(({ result }) => result === true).length === 4)
    expect(first.messages.map(({ message }) => message)).toEqual(['AAAA', 'BBBB'])
    first.transport.close()
    const second = openTab()
    await second.link.subscribe([topic])
    server.push(topic, 'AAAA', 5)
    server.push(topic, 'CCCC', 6)
    await second.until(() => second.messages.length === 1)
    expect(second.messages).toEqual([
      { topic, message: 'CCCC', tag: 1_101, publishedAt: 1_795_000_000_000, leads: true },
    ])
  })

  it('acknowledges nothing before there is a listener', async () => {
    const transport = openTransport({
      name,
      database,
      relayUrl: server.url,
      projectId: 'project',
      version: '1',
      clock: systemClock,
      random: systemRandom,
      alert: () => undefined,
    })
    open.push(transport)
    await transport.link.subscribe([topic])
    server.push(topic, 'AAAA', 1)
    for (let at = 0; at < 5; at++) await transport.link.publish(publish)
    expect(server.heard.some(({ result }) => result !== undefined)).toBe(false)
    const heard = await new Promise<RelayMessage>(resolve => transport.link.onMessage(resolve))
    expect(heard.message).toBe('AAAA')
    await server.until(() => server.heard.some(({ id, result }) => id === 1 && result === true))
  })

  it('a listener that throws is not asked again', async () => {
    const { transport, link } = openTab()
    transport.link.onMessage(() => Promise.reject(new Error('broken')))
    await link.subscribe([topic])
    server.push(topic, 'AAAA', 1)
    await server.until(() => server.heard.some(({ result }) => result === true))
  })

  it('loses no message when its handler cannot be loaded: it is delivered again', async () => {
    const { transport, link } = openTab()
    let isThere = false
    const heard: string[] = []
    transport.link.onMessage(async ({ message }) => {
      if (!isThere) throw createError('CHUNK_FAILED')
      heard.push(message)
    })
    await link.subscribe([topic])
    server.push(topic, 'AAAA', 1)
    server.push('cd'.repeat(32), 'not ours', 2)
    await server.until(() => server.heard.some(({ id, result }) => id === 2 && result === true))
    expect(server.heard.some(({ id, result }) => id === 1 && result !== undefined)).toBe(false)
    isThere = true
    server.push(topic, 'AAAA', 3)
    await server.until(() => server.heard.some(({ id, result }) => id === 3 && result === true))
    expect(heard).toEqual(['AAAA'])
  })

  it('each error of the relay alerts once per page (SPEC §8)', async () => {
    const { link, alerts } = openTab()
    server.answer = () => ({ error: { code: -32_000, message: 'The mailbox of the topic is full' } })
    for (let at = 0; at < 3; at++) await expect(link.publish(publish)).rejects.toThrow('Server Error')
    server.answer = () => ({ error: { code: 3_001, message: 'Too many requests' } })
    await expect(link.publish(publish)).rejects.toThrow('Rate Limited')
    expect(alerts).toEqual([
      { code: 'APKT009', relayCode: -32_000, reason: 'The mailbox of the topic is full' },
      { code: 'APKT010', relayCode: 3_001, reason: 'Too many requests' },
    ])
  })

  it('F38: without figures in the refusal, the Date of the relay’s host; else "check your clock"', async () => {
    const date = new Date(Date.now() + 172_800_000)
    await using host = await startLoopback(() => ({ headers: { date: date.toUTCString() }, status: 404 }))
    let refusals = 1
    server.onOpen = peer => {
      if (refusals-- > 0) peer.close(3_000, 'JWT Token is expired')
    }
    const { link, alerts } = openTab({
      fetch: (input, init) => fetch(new URL(new URL(String(input)).pathname, host.url), init),
    })
    await link.subscribe([topic])
    expect(Math.abs(link.serverNow() - date.getTime())).toBeLessThan(5_000)
    expect(host.heard).toMatchObject([{ method: 'HEAD', url: '/relay' }])
    expect(alerts).toEqual([])
    // The next page knows it.
    const next = openTab({ locks: null })
    await next.link.subscribe([topic])
    expect(Math.abs(next.link.serverNow() - date.getTime())).toBeLessThan(5_000)
    expect(server.opened).toHaveLength(3)
    // The same again teaches nothing new: it is shown.
    refusals = 1
    server.peers[0]?.close(3_000, 'JWT Token is not yet valid')
    const shown = openTab({ name: `${name}/b`, fetch: () => Promise.reject(new TypeError('blocked')) })
    refusals = 1
    await expect(shown.link.subscribe([topic])).rejects.toMatchObject({ code: 'APKT006' })
    expect(shown.link.state.status).toBe('refused')
    expect(shown.alerts).toMatchObject([{ code: 'APKT006' }])
  })

  it('T87, T92: the log holds no key, URI or message', async () => {
    const log = createLog(systemClock)
    const { link } = openTab({ log })
    server.answer = () => ({ error: { code: -32_600, message: 'Invalid topic' } })
    await expect(link.publish(publish)).rejects.toThrow()
    expect(log.read()).toMatch(/error relay: -32600 Invalid topic$/)
    expect(log.read()).not.toContain(topic)
  })
})

describe('F36: several tabs', () => {
  it('share one socket; the caller gets the answer, and all tabs get the messages', async () => {
    const [one, two] = [openTab(), openTab()]
    await one.link.subscribe([topic])
    await two.link.subscribe([other])
    await two.link.publish(publish)
    expect(server.opened).toHaveLength(1)
    expect(two.link.state.status).toBe('connected')
    // Each state is emitted once, however often the leading tab reports it.
    const statuses = two.states.map(({ status }) => status)
    expect(statuses).toEqual([...new Set(statuses)])
    server.push(topic, 'AAAA', 1)
    server.push(other, 'BBBB', 2)
    await two.until(() => two.messages.length === 2)
    await one.until(() => one.messages.length === 2)
    // Only one of them answers and stores.
    expect(one.messages.map(({ leads }) => leads)).toEqual([true, true])
    expect(two.messages.map(({ message, leads }) => [message, leads])).toEqual([
      ['AAAA', false],
      ['BBBB', false],
    ])
    await two.link.unsubscribe([other])
    await server.calls('irn_unsubscribe', 1)
  })

  it('an error reaches the tab that called, and each page is notified once', async () => {
    const [one, two] = [openTab(), openTab()]
    await one.link.subscribe([topic])
    server.answer = () => ({ error: { code: -32_600, message: 'Invalid method' } })
    await expect(two.link.call('wc_proposeSession', {})).rejects.toMatchObject({
      name: 'LatchkeyError',
      code: 'APKT009',
      context: { relayCode: -32_600 },
    })
    server.onOpen = peer => peer.close(3_000, 'Unauthorized: origin not allowed')
    server.peers[0]?.terminate()
    await two.until(() => two.link.state.status === 'refused')
    expect(two.alerts).toMatchObject([{ code: 'APKT002' }])
    expect(one.alerts).toMatchObject([{ code: 'APKT009' }, { code: 'APKT002' }])
    // A refusal can be tried again from any tab.
    server.onOpen = () => undefined
    server.answer = likeRelay
    two.link.retry()
    await two.until(() => two.link.state.status === 'connected')
  })

  it('when the tab that leads goes, another one takes over: topics, calls and ids stay, nothing is sent twice at once', async () => {
    const [one, two] = [openTab(), openTab()]
    await one.link.subscribe([topic])
    await two.link.subscribe([topic, other])
    server.answer = call => (call.method === 'irn_publish' ? undefined : likeRelay(call))
    const answer = two.link.publish(publish)
    await server.calls('irn_publish', 1)
    server.answer = likeRelay
    one.transport.close()
    await answer
    const calls = await server.calls('irn_publish', 2)
    expect(calls[1]?.id).toBe(calls[0]?.id)
    expect(server.peers).toHaveLength(1)
    expect(server.opened).toHaveLength(2)
    const subscribed = (await server.calls('irn_batchSubscribe', 2)).at(-1)
    expect(subscribed?.params).toMatchObject({ topics: [topic, other] })
    server.push(other, 'AAAA', 9)
    await two.until(() => two.messages.length > 0)
    expect(two.messages.at(-1)?.leads).toBe(true)
  })

  it('a message that the old tab had not acknowledged is handled by the new one', async () => {
    const one = openTab()
    one.link.onMessage(() => new Promise(() => {}))
    const two = openTab()
    await one.link.subscribe([topic])
    await two.link.subscribe([topic])
    server.push(topic, 'AAAA', 1)
    await two.until(() => two.messages.length === 1)
    one.transport.close()
    await server.until(() => server.opened.length === 2)
    await server.calls('irn_batchSubscribe', 2)
    // The relay delivers it again with the new subscription.
    server.push(topic, 'AAAA', 1)
    await two.until(() => two.messages.length === 2)
    expect(two.messages.map(({ leads }) => leads)).toEqual([false, true])
    await server.until(() => server.heard.some(({ id, result }) => id === 1 && result === true))
  })

  it('F35: a tab that leads and is frozen is replaced when another one is looked at', async () => {
    let isFrozen = false
    const frozen = openTab({
      // A frozen tab does not hear the others.
      openChannel: of => {
        const channel = new BroadcastChannel(of)
        return new Proxy(channel, {
          set(target, key, value: (event: MessageEvent) => void) {
            if (key !== 'onmessage') return Reflect.set(target, key, value)
            target.onmessage = event => !isFrozen && value(event as MessageEvent)
            return true
          },
          get: (target, key: keyof BroadcastChannel) =>
            typeof target[key] === 'function' ? target[key].bind(target) : target[key],
        })
      },
    })
    await frozen.link.subscribe([topic])
    let isHidden = true
    const seen = openTab({ clock: fast, isHidden: () => isHidden })
    await seen.link.subscribe([topic])
    server.answer = call => (call.method === 'irn_publish' ? undefined : likeRelay(call))
    const pending = frozen.link.publish({ ...publish, message: 'CCCC' })
    const [first] = await server.calls('irn_publish', 1)
    server.answer = likeRelay
    isFrozen = true
    isHidden = false
    await seen.link.publish(publish)
    expect(server.opened).toHaveLength(2)
    await server.until(() => server.peers.length === 1)
    // It thaws: it has lost its place, and asks the one that leads now.
    isFrozen = false
    await frozen.link.publish({ ...publish, message: 'BBBB' })
    // Its pending call goes to that one as well, with the same id.
    await pending
    const again = (await server.calls('irn_publish', 4)).filter(({ params }) => params?.message === 'CCCC')
    expect(again.map(({ id }) => id)).toEqual([first?.id, first?.id])
    expect(server.peers).toHaveLength(1)
    expect(server.opened).toHaveLength(2)
  })

  it('without Web Locks each tab has a socket of its own, as the same client', async () => {
    const alone = { locks: null }
    const [one, two] = [openTab(alone), openTab(alone)]
    await one.link.subscribe([topic])
    await two.link.subscribe([topic])
    expect(server.opened).toHaveLength(2)
    server.push(topic, 'AAAA', 1)
    // The tab that reads the message first handles it, and no other.
    const handled = [one, two].map(tab => tab.until(() => tab.messages.length === 1).then(() => tab))
    expect((await Promise.race(handled)).messages[0]?.leads).toBe(true)
  })

  it('F32: where Web Locks are denied, as in a sandboxed frame, each tab leads itself', async () => {
    let asked = 0
    const locks = {
      query: async () => ({}),
      // A caller that asks without end is left waiting.
      request: () =>
        ++asked > 100
          ? new Promise<never>(() => {})
          : Promise.reject(new DOMException('denied', 'SecurityError')),
    }
    const { transport, link } = openTab({ locks })
    await link.subscribe([topic])
    const notes = transport.store.records({ name: 'note', parse: String })
    await Promise.all(['a', 'b', 'c'].map(each => notes.update(topic, (before = '') => before + each)))
    expect(await notes.get(topic)).toBe('abc')
    expect(server.opened).toHaveLength(1)
  })

  it('F32: without IndexedDB no tab knows another one’s keys: each has a socket of its own, as a client of its own', async () => {
    const [one, two] = [
      openTab({ database: createMemoryDatabase() }),
      openTab({ database: createMemoryDatabase() }),
    ]
    await one.link.subscribe([topic])
    await two.link.subscribe([other])
    server.push(other, 'AAAA', 1)
    await two.until(() => two.messages.length === 1)
    expect(two.messages[0]?.leads).toBe(true)
    expect(server.opened).toHaveLength(2)
  })

  it('changes of the store reach the other tabs', async () => {
    const [one, two] = [openTab(), openTab()]
    const heard = new Promise(resolve => two.transport.store.onChange(resolve))
    const notes = one.transport.store.records({ name: 'note', parse: String })
    await notes.set(topic, 'text')
    expect(await heard).toEqual({ kind: 'note', id: topic })
  })

  it('ignore messages of another release or of unknown origin', async () => {
    const one = openTab()
    await one.link.subscribe([topic])
    const stranger = new BroadcastChannel(name)
    const odd = [null, 1, 'x', {}, { v: 2, type: 'leads' }, { v: 1 }, { v: 1, type: 'want' }]
    for (const message of [...odd, { v: 1, type: 'want', id: '1', request: { do: 'nothing' } }])
      stranger.postMessage(message)
    await one.link.publish(publish)
    stranger.close()
    expect(server.heard.map(({ method }) => method)).toEqual(['irn_batchSubscribe', 'irn_publish'])
  })
})
