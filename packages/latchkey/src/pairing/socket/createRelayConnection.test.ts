import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createLog } from '../../contract/createLog.ts'
import { isLatchkeyError, type LatchkeyError } from '../../contract/error.ts'
import { systemRandom } from '../../engine/base/random.ts'
import { createFakeClock } from '../../engine/fixtures/createFakeClock.ts'
import { readServerTime } from '../relayjwt/learnServerTime.ts'
import { likeRelay, type SocketServer, startSocketServer } from './conformance/startSocketServer.ts'
import type { RelayCall } from './createOutbox.ts'
import type { RelayPush } from './createPushQueue.ts'
import {
  createRelayConnection,
  type RelayConnection,
  type RelayConnectionOptions,
} from './createRelayConnection.ts'
import { createRelayId } from './createRelayId.ts'
import { createServerClock } from './createServerClock.ts'
import { fullJitter } from './fullJitter.ts'
import type { RelayState } from './relayLink.ts'

const topic = 'ab'.repeat(32)
const other = 'cd'.repeat(32)
const start = 1_795_000_000_000
/** Ids that make for the longest waits, so that no try begins before a test looks. */
const slow = { id: () => `f${systemRandom.id().slice(1)}` }
let server: SocketServer
const open: RelayConnection[] = []

beforeEach(async () => {
  server = await startSocketServer()
})
afterEach(async () => {
  for (const each of open.splice(0)) each.close()
  await server.close()
})

function setUp(given: Partial<RelayConnectionOptions> = {}) {
  const clock = createFakeClock(start)
  const states: RelayState[] = []
  const pushes: RelayPush[] = []
  const faults: LatchkeyError[] = []
  let changed = () => {}
  const serverClock = createServerClock({ clock, askTime: async reason => readServerTime(reason) })
  const log = createLog(clock)
  const connection = createRelayConnection({
    clock,
    random: slow,
    log,
    serverClock,
    openSocket: url => new WebSocket(url),
    makeUrl: async () => `${server.url}?now=${serverClock.now()}`,
    isHidden: () => false,
    onState(state) {
      states.push(state)
      changed()
    },
    async onPush(push) {
      pushes.push(push)
    },
    onFault: error => faults.push(error),
    ...given,
  })
  open.push(connection)
  const reached = (status: RelayState['status']) =>
    new Promise<void>(resolve => {
      changed = () => {
        if (connection.state.status === status) resolve()
      }
      changed()
    })
  /** Moves on until the next try begins. */
  const nextTry = async () => {
    await reached('waiting')
    const count = server.opened.length
    const { state } = connection
    if (state.status === 'waiting') clock.advance(state.retryAt - clock.now())
    await server.until(() => server.opened.length > count)
  }
  return { clock, states, pushes, faults, connection, reached, nextTry, log, serverClock }
}

function callOf(method: string, params: unknown = {}, ttl = 300_000): RelayCall {
  return {
    id: createRelayId({ now: () => start, setTimeout: () => () => {} }, systemRandom),
    method,
    params,
    expiry: start + ttl,
  }
}

describe('one connection', () => {
  it('is opened by the first topic, and left when there is none', async () => {
    const { connection, reached, states } = setUp()
    expect(server.opened).toHaveLength(0)
    await connection.subscribe([topic, topic])
    expect(states.map(({ status }) => status)).toEqual(['connecting', 'connected'])
    const [call] = await server.calls('irn_batchSubscribe', 1)
    expect(call?.params).toEqual({ topics: [topic] })
    expect(call?.id).toMatch(/^\d{19}$/)
    // Known already: nothing is asked.
    await connection.subscribe([topic])
    connection.unsubscribe([topic])
    await reached('idle')
    await server.until(() => server.peers.length === 0)
    expect(server.heard.map(({ method }) => method)).toEqual(['irn_batchSubscribe', 'irn_unsubscribe'])
  })

  it('a call alone opens it, is answered, and lets it go', async () => {
    const { connection, reached } = setUp()
    expect(await connection.request(callOf('irn_publish'))).toBe(true)
    await reached('idle')
  })

  it('subscribes to more topics than one call may hold', async () => {
    const { connection } = setUp()
    const topics = Array.from({ length: 501 }, (_, at) => at.toString(16).padStart(64, '0'))
    await connection.subscribe(topics)
    const sizes = (await server.calls('irn_batchSubscribe', 2)).map(
      ({ params }) => (params?.topics as readonly string[] | undefined)?.length,
    )
    expect(sizes).toEqual([500, 1])
  })

  it('errors are reported at once, to the caller and once to the developer', async () => {
    const { connection, faults } = setUp()
    server.answer = () => ({ error: { code: -32_600, message: 'Invalid method', data: 'InvalidMethod' } })
    await expect(connection.request(callOf('wc_proposeSession'))).rejects.toMatchObject({
      code: 'APKT009',
      context: { relayCode: -32_600, reason: 'Invalid method' },
    })
    await expect(connection.subscribe([topic])).rejects.toSatisfy(error => isLatchkeyError(error, 'APKT009'))
    expect(faults).toHaveLength(2)
  })
})

describe('messages', () => {
  it('come in order, and are acknowledged with their own id when they were handled', async () => {
    const order: string[] = []
    let release = () => {}
    const held = new Promise<void>(resolve => {
      release = resolve
    })
    const { connection } = setUp({
      async onPush({ message }) {
        if (message === 'first') await held
        order.push(message)
      },
    })
    await connection.subscribe([topic])
    server.push(topic, 'first', 1_795_000_000_000_001)
    server.push(topic, 'second', 2)
    // Beyond what a JSON number can say: it goes back as it came.
    server.push(topic, 'third', '1778341964282845123')
    server.push(topic, 'fourth', '"text"')
    server.push(other, 'not ours', 5)
    await connection.request(callOf('irn_publish'))
    expect(server.heard.some(({ result }) => result !== undefined)).toBe(false)
    release()
    await server.until(() => server.heard.filter(({ result }) => result === true).length === 5)
    expect(order).toEqual(['first', 'second', 'third', 'fourth'])
    expect(server.heard.filter(({ result }) => result === true).map(({ text }) => text)).toEqual(
      ['1795000000000001', '2', '1778341964282845123', '"text"', '5'].map(
        id => `{"id":${id},"jsonrpc":"2.0","result":true}`,
      ),
    )
  })

  it('one that cannot be handled is not acknowledged, and holds nothing up', async () => {
    const { connection, log } = setUp({
      async onPush({ message }) {
        if (message === 'bad') throw new Error('broken')
      },
    })
    await connection.subscribe([topic])
    server.push(topic, 'bad', 1)
    server.push(topic, 'good', 2)
    await server.until(() => server.heard.some(({ result }) => result === true))
    expect(server.heard.filter(({ result }) => result === true).map(({ id }) => id)).toEqual([2])
    expect(log.read()).toContain('broken')
  })

  it('one that could not be handled is asked for again at the next heartbeat', async () => {
    let isThere = false
    const heard: string[] = []
    const { connection, clock } = setUp({
      async onPush({ message }) {
        if (!isThere) throw new Error('its code did not come')
        heard.push(message)
      },
    })
    await connection.subscribe([topic, other])
    server.push(topic, 'first', 1)
    server.push(other, 'second', 2)
    await connection.request(callOf('irn_publish'))
    isThere = true
    clock.advance(5_000)
    const calls = await server.calls('irn_batchSubscribe', 2)
    expect(calls[1]?.params).toEqual({ topics: [topic, other] })
    server.push(topic, 'first', 3)
    await server.until(() => server.heard.some(({ id, result }) => id === 3 && result === true))
    expect(heard).toEqual(['first'])
    // Once is enough.
    clock.advance(10_000)
    await connection.request(callOf('irn_publish'))
    expect(server.heard.filter(({ method }) => method === 'irn_batchSubscribe')).toHaveLength(2)
  })

  it('hostile frames are passed over', async () => {
    const { connection, pushes } = setUp()
    await connection.subscribe([topic])
    const [peer] = server.peers
    const frames = [
      'null',
      '[]',
      '{',
      '{"id":1}',
      '{"id":{},"method":"irn_subscription"}',
      '{"id":1,"method":"irn_subscription","params":{}}',
      '{"id":1,"method":"irn_subscription","params":{"data":{"topic":"x","message":"y"}}}',
      `{"id":1,"method":"irn_subscription","params":{"data":{"topic":"${topic}","message":1}}}`,
      `{"id":1,"method":"irn_publish","params":{"data":{"topic":"${topic}","message":"x"}}}`,
      '{"id":1,"error":"no"}',
      '{"__proto__":{"id":1,"result":true}}',
      'x'.repeat(1_100_000),
    ]
    for (const frame of frames) peer?.send(frame)
    peer?.send(Uint8Array.of(1, 2, 3))
    expect(await connection.request(callOf('irn_publish'))).toBe(true)
    expect(pushes).toEqual([])
  })
})

describe('after a cut', () => {
  it('F01: tries again after up to 0.1 s, doubled each time up to 10 s, until it is there', async () => {
    const delays: number[] = []
    const { connection, nextTry, reached, states } = setUp({ random: { id: () => 'f'.repeat(32) } })
    server.onOpen = peer => peer.terminate()
    const done = connection.subscribe([topic])
    for (let at = 0; at < 9; at++) {
      await reached('waiting')
      const { state } = connection
      if (state.status === 'waiting') delays.push(state.retryAt - state.since)
      if (at === 8) server.onOpen = () => undefined
      await nextTry()
    }
    await done
    const steps = delays.map((delay, at) => delay - (delays[at - 1] ?? 0))
    expect(steps).toEqual([99, 199, 399, 799, 1_599, 3_199, 6_399, 9_999, 9_999])
    // For a banner it matters since when the relay is away (F06).
    const since = states.flatMap(state => (state.status === 'waiting' ? [state.since] : []))
    expect(new Set(since).size).toBe(1)
  })

  it('F01: a page that is hidden tries less often, and clients do not come back all at once', () => {
    const delays = Array.from({ length: 200 }, () => fullJitter(3, 10_000, systemRandom))
    expect(Math.max(...delays)).toBeLessThan(800)
    expect(new Set(delays).size).toBeGreaterThan(50)
    expect(fullJitter(60, 60_000, { id: () => 'f'.repeat(32) })).toBe(59_999)
  })

  it('F02, F03: subscribes to everything in one call, then sends again what was not answered, with the same id', async () => {
    const { connection, nextTry } = setUp()
    await connection.subscribe([topic])
    await connection.subscribe([other])
    server.answer = () => undefined
    const publish = callOf('irn_publish', { topic, message: 'AAAA' })
    const answers = [connection.request(publish), connection.request(callOf('wc_proposeSession'))]
    // The same once more, as a second tab might: nothing is sent twice.
    answers.push(connection.request(publish))
    await server.calls('wc_proposeSession', 1)
    const before = server.heard.length
    server.peers[0]?.terminate()
    server.answer = () => ({ result: true })
    await nextTry()
    expect(await Promise.all(answers)).toEqual([true, true, true])
    const [first, ...rest] = server.heard.slice(before)
    expect(first).toMatchObject({ method: 'irn_batchSubscribe', params: { topics: [topic, other] } })
    expect(rest.map(({ method }) => method)).toEqual(['irn_publish', 'wc_proposeSession'])
    const ids = server.heard.filter(({ method }) => method === 'irn_publish').map(({ id }) => id)
    expect(ids).toEqual([publish.id, publish.id])
  })

  it('a subscription counts for one socket: who asks while it is down waits for the next', async () => {
    const { connection, reached, nextTry } = setUp()
    await connection.subscribe([topic])
    server.peers[0]?.terminate()
    await reached('waiting')
    let isDone = false
    const done = connection.subscribe([topic]).then(() => {
      isDone = true
    })
    await new Promise(resolve => setTimeout(resolve, 0))
    expect(isDone).toBe(false)
    await nextTry()
    await done
  })

  it('a call whose time is over is given up: APKT004 (F09)', async () => {
    const { connection, clock } = setUp()
    server.answer = () => undefined
    const answer = connection.request(callOf('irn_publish', {}, 8_000))
    await server.calls('irn_publish', 1)
    server.answer = call => ({ result: call.params })
    clock.advance(5_000)
    clock.advance(5_000)
    await expect(answer).rejects.toSatisfy(error => isLatchkeyError(error, 'APKT004'))
  })

  it('F04: after 25 s of silence it asks, and without an answer within 10 s the line is dead: 40 s at most', async () => {
    const { connection, clock, reached, nextTry } = setUp()
    await connection.subscribe([topic])
    for (let at = 0; at < 4; at++) clock.advance(5_000)
    expect(server.heard).toHaveLength(1)
    server.answer = () => undefined
    clock.advance(5_000)
    await server.calls('irn_batchSubscribe', 2)
    // A sign of life calms it.
    server.push(topic, 'hello', 7)
    await server.until(() => server.heard.some(({ id }) => id === 7))
    clock.advance(10_000)
    expect(connection.state.status).toBe('connected')
    clock.advance(15_000)
    await server.calls('irn_batchSubscribe', 3)
    clock.advance(9_999)
    expect(connection.state.status).toBe('connected')
    clock.advance(1)
    expect(connection.state.status).toBe('waiting')
    await nextTry()
    await reached('connected')
  })

  it('F04: does not probe while the page is hidden; detects the cut within 4 s when it is visible', async () => {
    const { connection, clock } = setUp({ isHidden: () => true })
    await connection.subscribe([topic])
    server.answer = () => undefined
    for (let at = 0; at < 40; at++) clock.advance(5_000)
    expect(server.heard).toHaveLength(1)
    connection.probe()
    await server.calls('irn_batchSubscribe', 2)
    clock.advance(3_999)
    expect(connection.state.status).toBe('connected')
    clock.advance(1)
    expect(connection.state.status).toBe('waiting')
  })

  it('F35: a machine that slept asks at the next heartbeat', async () => {
    const { connection, clock } = setUp()
    await connection.subscribe([topic])
    // Asleep: the wall clock went on, timers did not.
    clock.advance(4_999)
    const now = clock.now
    clock.now = () => now() + 600_000
    clock.advance(1)
    await server.calls('irn_batchSubscribe', 2)
  })

  it('an opening that hangs is given up after 10 s', async () => {
    const never = { onopen: null, onmessage: null, onclose: null, send() {}, close() {} }
    const { connection, clock, reached } = setUp({ openSocket: () => never })
    void connection.subscribe([topic]).catch(() => undefined)
    await reached('connecting')
    await new Promise(resolve => setTimeout(resolve, 0))
    clock.advance(10_000)
    expect(connection.state.status).toBe('waiting')
  })

  it('a page that may not open the address waits like any other', async () => {
    const { connection, reached } = setUp({
      openSocket() {
        throw new DOMException('mixed content', 'SecurityError')
      },
    })
    void connection.subscribe([topic]).catch(() => undefined)
    await reached('waiting')
  })

  it('probe() does not wait for the next try', async () => {
    const { connection, reached } = setUp()
    await connection.subscribe([topic])
    server.peers[0]?.close(1_001)
    await reached('waiting')
    connection.probe()
    await reached('connected')
  })

  it('1013 is left alone for longer', async () => {
    const { connection, reached } = setUp({ random: { id: () => 'f'.repeat(32) } })
    await connection.subscribe([topic])
    server.peers[0]?.close(1_013)
    await reached('waiting')
    const { state } = connection
    expect(state.status === 'waiting' && state.retryAt - state.since).toBeGreaterThan(6_000)
  })
})

describe('an error instead of a subscription', () => {
  const subscribed = () =>
    server.heard.flatMap(({ method, params }) => (method === 'irn_batchSubscribe' ? [params?.topics] : []))

  it('F07, F42: what the relay could not do for a moment is asked for again at the next heartbeat', async () => {
    const { connection, nextTry, clock, pushes, faults } = setUp()
    await connection.subscribe([topic])
    server.answer = ({ method }) =>
      method === 'irn_batchSubscribe'
        ? { error: { code: -32_603, message: 'Internal error' } }
        : { result: true }
    server.peers[0]?.terminate()
    await nextTry()
    await connection.request(callOf('irn_publish'))
    expect(faults).toHaveLength(1)
    server.answer = likeRelay
    clock.advance(5_000)
    await connection.request(callOf('irn_publish'))
    clock.advance(5_000)
    await connection.request(callOf('irn_publish'))
    expect(subscribed()).toEqual([[topic], [topic], [topic]])
    server.push(topic, 'hello', 7)
    await server.until(() => server.heard.some(({ id }) => id === 7))
    expect(pushes).toMatchObject([{ message: 'hello' }])
  })

  it('F07: a request before that does not wait for the heartbeat', async () => {
    const { connection } = setUp()
    server.answer = () => ({ error: { code: -32_603, message: 'Internal error' } })
    await expect(connection.subscribe([topic])).rejects.toMatchObject({ code: 'APKT009' })
    server.answer = likeRelay
    await connection.subscribe([topic])
    expect(subscribed()).toEqual([[topic], [topic]])
  })

  it('F07: a sign of life that is answered with an error costs no topic', async () => {
    const { connection, clock } = setUp()
    await connection.subscribe([topic])
    server.answer = () => ({ error: { code: -32_603, message: 'Internal error' } })
    connection.probe()
    await expect(connection.request(callOf('irn_publish'))).rejects.toMatchObject({ code: 'APKT009' })
    expect(connection.state.status).toBe('connected')
    server.answer = likeRelay
    clock.advance(5_000)
    await connection.request(callOf('irn_publish'))
    expect(subscribed()).toEqual([[topic], [topic], [topic]])
  })

  it('one topic that is refused costs the others nothing: each is asked for alone', async () => {
    const { connection, nextTry, reached, clock } = setUp()
    await connection.subscribe([topic, other])
    server.answer = call =>
      Array.isArray(call.params?.topics) && call.params.topics.includes(other)
        ? { error: { code: -32_000, message: 'The topic or the client has too many subscriptions' } }
        : likeRelay(call)
    server.peers[0]?.terminate()
    await reached('waiting')
    const heard = connection.subscribe([topic])
    const refused = connection.subscribe([other])
    refused.catch(() => undefined)
    await nextTry()
    await heard
    await expect(refused).rejects.toMatchObject({ code: 'APKT009' })
    expect(subscribed()).toEqual([[topic, other], [topic, other], [topic], [other]])
    // The relay may accept it later.
    server.answer = likeRelay
    clock.advance(5_000)
    await connection.subscribe([other])
    expect(subscribed().slice(4)).toEqual([[other]])
  })
})

describe('refused', () => {
  it.each([
    ['Unauthorized: invalid key', 'APKT007'],
    ['Authorization error: Unauthorized: origin not allowed', 'APKT002'],
    ['Project ID is missing', 'APKT008'],
    ['Project not found', 'APKT007'],
    ['JWT Token is not yet valid', 'APKT006'],
    ['something new', 'APKT009'],
  ])('%s: %s, told to all who wait, and no second try', async (reason, code) => {
    const { connection, reached, faults, clock } = setUp()
    server.onOpen = peer => peer.close(3_000, reason)
    const answer = connection.subscribe([topic])
    const call = connection.request(callOf('irn_publish'))
    await expect(answer).rejects.toMatchObject({ code })
    await expect(call).rejects.toMatchObject({ code })
    await reached('refused')
    expect(faults).toMatchObject([{ code }])
    await expect(connection.request(callOf('irn_publish'))).rejects.toMatchObject({ code })
    clock.advance(120_000)
    expect(server.opened).toHaveLength(1)
    // The visitor asks: once more.
    server.onOpen = () => undefined
    connection.retry()
    await reached('connected')
    expect(await connection.request(callOf('irn_publish'))).toBe(true)
  })

  it.each([
    [
      'ahead',
      'JWT Token is not yet valid: basic.iat: 1795172800, now + time_leeway: 1794827320, time_leeway: 120',
      -172_800_000,
    ],
    [
      'behind',
      'JWT Token is expired: basic.exp: 1, now - time_leeway: 1795172680, time_leeway: 120',
      172_800_000,
    ],
  ])(
    'F38: a clock that is two days %s is corrected by what the relay says',
    async (_name, reason, offset) => {
      const { connection, serverClock, faults } = setUp()
      let count = 0
      server.onOpen = peer => {
        if (count++ === 0) peer.close(3_000, reason)
      }
      const done = connection.subscribe([topic])
      // The clock of the test stands still: the next try waits for nothing.
      await done
      expect(serverClock.offset).toBe(offset)
      expect(server.opened.map(({ searchParams }) => Number(searchParams.get('now')))).toEqual([
        start,
        start + offset,
      ])
      expect(faults).toEqual([])
    },
  )
})

it('F38: a relay that opens and says nothing is asked for its time, and its refusal is not waited for', async () => {
  const clock = createFakeClock(start)
  const asked: string[] = []
  const serverClock = createServerClock({
    clock,
    async askTime(reason) {
      asked.push(reason)
      return start + 86_400_000
    },
  })
  const { connection } = setUp({
    clock,
    serverClock,
    makeUrl: async () => `${server.url}?now=${serverClock.now()}`,
  })
  server.answer = () => undefined
  const done = connection.subscribe([topic])
  await server.calls('irn_batchSubscribe', 1)
  server.answer = likeRelay
  clock.advance(500)
  await done
  expect(asked).toEqual([''])
  expect(server.opened.at(-1)?.searchParams.get('now')).toBe(String(start + 86_400_000))
})

it('F38: one that answers is not asked, nor is one with the same time left', async () => {
  const clock = createFakeClock(start)
  let asked = 0
  const serverClock = createServerClock({
    clock,
    async askTime() {
      asked++
      return start + 20_000
    },
  })
  const { connection } = setUp({ clock, serverClock })
  await connection.subscribe([topic])
  clock.advance(1_000)
  expect(asked).toBe(0)
  expect(await serverClock.ask()).toBe(false)
  expect(serverClock.offset).toBe(0)
})

it('closing rejects all pending calls', async () => {
  const { connection } = setUp()
  server.answer = () => undefined
  const answers = [connection.subscribe([topic]), connection.request(callOf('irn_publish'))]
  await server.calls('irn_publish', 1)
  connection.close()
  for (const answer of answers)
    await expect(answer).rejects.toSatisfy(error => isLatchkeyError(error, 'RPC_ABORTED'))
  await server.until(() => server.peers.length === 0)
  await expect(connection.subscribe([topic])).rejects.toSatisfy(error =>
    isLatchkeyError(error, 'RPC_ABORTED'),
  )
})
