import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test, vi } from 'vitest'
import { isLatchkeyError } from '../contract/error.ts'
import type { Clock } from '../engine/base/clock.ts'
import { createFrameChannel } from './createFrameChannel.ts'
import type { FramePort, HeardMessage } from './frame.ts'
import { restoreLogin } from './restoreLogin.ts'

const origin = 'http://keys.localhost:4402'

/** Of what the page said to the frame. */
const idOf = (said: { readonly message: unknown } | undefined) => (said?.message ?? {}) as { id?: string }

/** A clock that stands still until the test moves it. */
function createClock() {
  let at = 0
  let timers: { readonly due: number; readonly run: () => void }[] = []
  const clock: Clock = {
    now: () => at,
    setTimeout(run, delay) {
      const timer = { due: at + delay, run }
      timers.push(timer)
      return () => {
        timers = timers.filter(each => each !== timer)
      }
    },
  }
  return {
    clock,
    pass(milliseconds: number) {
      at += milliseconds
      for (const timer of timers.filter(({ due }) => due <= at)) {
        timers = timers.filter(each => each !== timer)
        timer.run()
      }
    },
    get waiting() {
      return timers.length
    },
  }
}

interface Sent {
  readonly type: string
  readonly id: string
  readonly payload: unknown
}

function openChannel() {
  const time = createClock()
  const frameWindow = {}
  const hearers = new Set<(event: HeardMessage) => void>()
  const greetings: { readonly message: unknown; readonly origin: string }[] = []
  const sent: Sent[] = []
  let answer: (message: unknown) => void = () => {}
  let isClosed = false
  const channel = createFrameChannel({
    origin,
    projectId: 'latchkey-dev',
    clock: time.clock,
    uuid: randomUUID,
    edges: {
      listen(hear) {
        hearers.add(hear)
        return () => hearers.delete(hear)
      },
      isFrame: source => source === frameWindow,
      greet(message, to): FramePort {
        greetings.push({ message, origin: to })
        return {
          post: words => void sent.push(words as Sent),
          hear(listener) {
            answer = listener
          },
          close() {
            isClosed = true
          },
        }
      },
    },
  })
  const hear = (data: unknown, from = origin, source: unknown = frameWindow) => {
    for (const each of [...hearers]) each({ data, origin: from, source })
  }
  const report = (protocol: readonly [number, number] = [1, 1]) =>
    hear({ type: '@latchkey-frame/FRAME_READY', payload: { protocol, sdk: 4 } })
  return {
    channel,
    time,
    hear,
    report,
    greetings,
    sent,
    hearers,
    say: (message: unknown) => answer(message),
    welcome(abilities: readonly string[] = ['IS_CONNECTED']) {
      report()
      const { id } = idOf(greetings.at(-1))
      answer({ type: '@latchkey-frame/HELLO_SUCCESS', id, payload: { protocol: 1, sdk: 4, abilities } })
    },
    get isClosed() {
      return isClosed
    },
  }
}

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'resolved',
    error => (isLatchkeyError(error) ? error.code : String(error)),
  )
/** Lets the handlers of settled promises run. */
const settle = () => new Promise<void>(resolve => setImmediate(resolve))

test('SPEC §4 the frame is not ready, reports, and is ready 500 ms later', async () => {
  const { channel, time, welcome, greetings, hearers } = openChannel()
  expect(channel.state).toBe('loading')
  welcome(['IS_CONNECTED', 'SYNC_THEME'])
  expect(greetings).toEqual([
    {
      origin,
      message: {
        type: '@latchkey-app/HELLO',
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        payload: { protocol: [1, 1], sdk: 4, projectId: 'latchkey-dev' },
      },
    },
  ])
  expect(channel.state).toBe('reported')
  expect([channel.can('SYNC_THEME'), channel.can('RELOAD')]).toEqual([true, false])
  // From now on nothing is heard by window.
  expect(hearers.size).toBe(0)
  time.pass(499)
  expect(channel.state).toBe('reported')
  time.pass(1)
  await channel.whenReady()
  expect(channel.state).toBe('ready')
  expect(time.waiting).toBe(0)
})

test('T01: messages forged in the frame’s name are counted and dropped, before, during and after', async () => {
  const { channel, hear, report, say, sent, greetings } = openChannel()
  const told: unknown[] = []
  channel.on('SESSION', payload => told.push(payload))
  const names = [
    'FRAME_READY',
    'FRAME_REFUSED',
    'HELLO_SUCCESS',
    'GET_USER_SUCCESS',
    'SESSION',
    'AREA',
    'RPC_REQUEST_SUCCESS',
  ]
  const forge = (from: string, source?: unknown) => {
    for (const name of names)
      hear(
        { type: `@latchkey-frame/${name}`, payload: { protocol: [1, 1], sdk: 4, isConnected: true } },
        from,
        source,
      )
  }
  forge('http://evil.localhost')
  forge(origin, {})
  forge('null')
  expect(channel.dropped).toBe(3 * names.length)
  expect(channel.state).toBe('loading')
  // A message that does not claim to be the frame's is ignored and not counted.
  hear({ type: 'webpackOk' }, 'http://evil.localhost')
  hear('hello', 'http://evil.localhost')
  expect(channel.dropped).toBe(3 * names.length)
  report()
  report()
  expect(greetings).toHaveLength(1)
  expect(channel.state).toBe('loading')
  const { id } = idOf(greetings[0])
  say({
    type: '@latchkey-frame/HELLO_SUCCESS',
    id: randomUUID(),
    payload: { protocol: 1, sdk: 4, abilities: [] },
  })
  expect(channel.state).toBe('loading')
  say({
    type: '@latchkey-frame/HELLO_SUCCESS',
    id,
    payload: { protocol: 1, sdk: 4, abilities: ['IS_CONNECTED'] },
  })
  expect(channel.state).toBe('reported')
  const before = channel.dropped
  forge(origin)
  forge('http://evil.localhost')
  expect([channel.dropped, told.length, sent.length]).toEqual([before, 0, 0])
})

type Opened = ReturnType<typeof openChannel>

function hearWarnings() {
  const said = vi.spyOn(console, 'warn').mockReturnValue(undefined)
  onTestFinished(() => said.mockRestore())
  return said.mock.calls
}

test.each<[string, (opened: Opened) => void]>([
  [
    'a report of another page',
    ({ hear }) => hear({ type: '@latchkey-frame/FRAME_READY' }, 'http://evil.localhost'),
  ],
  ['a report of the frame that is none', ({ hear }) => hear({ type: '@latchkey-frame/FRAME_READY' })],
  [
    'a welcome that is none',
    ({ report, say }) => {
      report()
      say({ type: '@latchkey-frame/HELLO_SUCCESS' })
    },
  ],
  [
    'an event that is none',
    ({ welcome, say }) => {
      welcome()
      say({ type: '@latchkey-frame/SESSION', payload: { isConnected: 'yes' } })
    },
  ],
])('SPEC §8 an invalid message is logged as a warning, however often it comes: %s', (_, forge) => {
  const warnings = hearWarnings()
  const opened = openChannel()
  forge(opened)
  expect(opened.channel.dropped).toBe(1)
  forge(opened)
  expect(warnings).toEqual([
    [expect.stringContaining('[latchkey] A message in the name of the wallet frame')],
  ])
})

test('SPEC §8 an invalid answer is logged as a warning', async () => {
  const warnings = hearWarnings()
  const { channel, welcome, say, sent } = openChannel()
  welcome()
  const asked = codeOf(channel.request('IS_CONNECTED', {}))
  await settle()
  say({ type: '@latchkey-frame/IS_CONNECTED_SUCCESS', id: sent[0]?.id, payload: {} })
  await expect(asked).resolves.toBe('FRAME_ERROR')
  expect(warnings).toHaveLength(1)
})

test('a late answer, or a message of another widget’s frame, is no warning', async () => {
  const warnings = hearWarnings()
  const { channel, welcome, hear, say, sent } = openChannel()
  hear({ type: '@latchkey-frame/FRAME_READY', payload: { protocol: [1, 1], sdk: 4 } }, origin, {})
  welcome()
  const over = new AbortController()
  const asked = codeOf(channel.request('IS_CONNECTED', {}, { signal: over.signal }))
  await settle()
  over.abort()
  await expect(asked).resolves.toBe('RPC_ABORTED')
  say({ type: '@latchkey-frame/IS_CONNECTED_SUCCESS', id: sent[0]?.id, payload: { isConnected: true } })
  expect([channel.dropped, warnings]).toEqual([2, []])
})

test('T04: an id answers once; an old one, another’s and an answer of another name are dropped', async () => {
  const { channel, welcome, say, sent } = openChannel()
  welcome()
  const first = channel.request('IS_CONNECTED', {})
  const second = channel.request('IS_CONNECTED', {})
  await settle()
  const [one, two] = sent.map(({ id }) => id) as [string, string]
  expect(one).not.toBe(two)
  say({ type: '@latchkey-frame/GET_USER_SUCCESS', id: one, payload: { isConnected: true } })
  say({ type: '@latchkey-frame/IS_CONNECTED_SUCCESS', id: randomUUID(), payload: { isConnected: true } })
  expect(channel.dropped).toBe(2)
  say({ type: '@latchkey-frame/IS_CONNECTED_SUCCESS', id: one, payload: { isConnected: false } })
  await expect(first).resolves.toEqual({ isConnected: false })
  say({ type: '@latchkey-frame/IS_CONNECTED_SUCCESS', id: one, payload: { isConnected: true } })
  expect(channel.dropped).toBe(3)
  say({
    type: '@latchkey-frame/IS_CONNECTED_SUCCESS',
    id: two,
    payload: { isConnected: true, later: 'field' },
  })
  await expect(second).resolves.toEqual({ isConnected: true })
})

test.each([
  [
    'frameLoad',
    20_000,
    (opened: ReturnType<typeof openChannel>) => opened.channel.whenReady(),
    'IFRAME_LOAD_FAILED',
  ],
  [
    'frameLoad, when something did load',
    20_000,
    ({ channel }: ReturnType<typeof openChannel>) => {
      channel.loaded()
      return channel.whenReady()
    },
    'IFRAME_TIMEOUT',
  ],
  [
    'frameConnect',
    120_000,
    ({ channel, welcome }: ReturnType<typeof openChannel>) => {
      welcome()
      return channel.request('CONNECT_EMAIL', { email: 'ada@example.com' })
    },
    'IFRAME_TIMEOUT',
  ],
  [
    'signOut',
    3_000,
    ({ channel, welcome }: ReturnType<typeof openChannel>) => {
      welcome()
      return channel.request('SIGN_OUT', {})
    },
    'IFRAME_TIMEOUT',
  ],
])('SPEC §9 %s: rejects after %i ms and not before', async (_, milliseconds, ask, code) => {
  const opened = openChannel()
  let outcome = ''
  void codeOf(ask(opened)).then(said => {
    outcome = said
  })
  await settle()
  opened.time.pass(milliseconds - 1)
  await settle()
  expect(outcome).toBe('')
  opened.time.pass(1)
  await settle()
  expect(outcome).toBe(code)
})

test('a request waits for the visitor as long as it takes, and is taken back by its signal', async () => {
  const { channel, welcome, time } = openChannel()
  welcome()
  const stop = new AbortController()
  const work = codeOf(
    channel.request('RPC_REQUEST', { chainId: 'eip155:1', method: 'personal_sign' }, { signal: stop.signal }),
  )
  await settle()
  time.pass(3_600_000)
  stop.abort()
  expect(await work).toBe('RPC_ABORTED')
  expect(await codeOf(channel.request('RPC_ABORT', {}, { signal: stop.signal }))).toBe('RPC_ABORTED')
})

test.each([
  ['unsupported', {}, 'FRAME_UNSUPPORTED', 'unsupported', 'The wallet doesn’t support this request'],
  ['ACTION_NOT_ALLOWED', {}, 'ACTION_NOT_ALLOWED', 'unsupported', 'Action not allowed'],
  ['EMAIL_COOLDOWN', { n: 12.2 }, 'EMAIL_COOLDOWN', 'invalid', 'Please try again after 13 seconds'],
  ['<script>', {}, 'FRAME_ERROR', 'bug', 'An error occurred'],
  ['constructor', {}, 'FRAME_ERROR', 'bug', 'An error occurred'],
] as const)('an answer %s %j is the error of the catalogue', async (wire, context, code, kind, message) => {
  const { channel, welcome, say, sent } = openChannel()
  welcome()
  const work = channel.request('IS_CONNECTED', {})
  await settle()
  say({ type: '@latchkey-frame/IS_CONNECTED_ERROR', id: sent[0]?.id, payload: { code: wire, context } })
  await expect(work).rejects.toMatchObject({ name: 'LatchkeyError', code, kind, message })
})

test('an error without a word, or an answer of another shape, is SPEC’s "An error occurred"', async () => {
  const { channel, welcome, say, sent } = openChannel()
  welcome()
  const one = codeOf(channel.request('IS_CONNECTED', {}))
  const two = codeOf(channel.request('IS_CONNECTED', {}))
  await settle()
  say({ type: '@latchkey-frame/IS_CONNECTED_ERROR', id: sent[0]?.id })
  say({ type: '@latchkey-frame/IS_CONNECTED_SUCCESS', id: sent[1]?.id, payload: { isConnected: 'yes' } })
  expect([await one, await two]).toEqual(['FRAME_ERROR', 'FRAME_ERROR'])
})

test.each([
  ['project', 'APKT007'],
  ['origin', 'APKT002'],
  ['opaque', 'APKT002'],
  ['ancestor', 'APKT002'],
  ['same-site', 'APKT005'],
])('a frame that does not start because of its %s says so', async (reason, code) => {
  const { channel, hear, hearers, greetings } = openChannel()
  hear({ type: '@latchkey-frame/FRAME_REFUSED', payload: { reason } })
  expect(await codeOf(channel.whenReady())).toBe(code)
  expect([channel.state, hearers.size, greetings.length]).toEqual(['failed', 0, 0])
})

test('C5: a frame of another protocol is not spoken to', async () => {
  const { channel, report, greetings } = openChannel()
  report([2, 5])
  expect(await codeOf(channel.request('IS_CONNECTED', {}))).toBe('FRAME_UNSUPPORTED')
  expect(greetings).toHaveLength(0)
})

test('T03 F29: when something else is loaded into the iframe, what waits is refused and nothing more is sent', async () => {
  const opened = openChannel()
  const { channel, welcome, sent } = opened
  welcome()
  channel.loaded()
  const work = codeOf(channel.request('CONNECT_EMAIL', { email: 'ada@example.com' }))
  await settle()
  channel.loaded()
  expect(await work).toBe('IFRAME_LOAD_FAILED')
  expect(opened.isClosed).toBe(true)
  expect(await codeOf(channel.request('SIGN_OUT', {}))).toBe('IFRAME_LOAD_FAILED')
  expect(sent).toHaveLength(1)
})

test('F29: a lost frame shows nothing any more, also while it waits for another report', async () => {
  const { channel, welcome, say } = openChannel()
  const shown: unknown[] = []
  channel.on('AREA', area => shown.push(area))
  welcome()
  say({ type: '@latchkey-frame/AREA', payload: { screen: 'APPROVE', size: 420 } })
  channel.loaded()
  channel.loaded()
  expect([channel.state, shown]).toEqual([
    'failed',
    [
      { screen: 'APPROVE', size: 420 },
      { screen: null, size: 0 },
    ],
  ])
})

test('RELOAD: the page waits for another report; destroyed, it waits for nothing', async () => {
  const { channel, welcome, time, hearers } = openChannel()
  welcome()
  channel.restart()
  expect([channel.state, hearers.size]).toEqual(['loading', 1])
  welcome()
  expect(channel.state).toBe('reported')
  channel.destroy()
  expect(await codeOf(channel.request('IS_CONNECTED', {}))).toBe('DESTROYED')
  expect([hearers.size, time.waiting]).toEqual([0, 0])
})

test.each([
  ['says no', { isConnected: false }, false],
  ['says yes', { isConnected: true }, true],
  ['answers nonsense', {}, false],
])(
  'SPEC §4: when the frame %s about the login, what the page remembered is kept only for a yes',
  async (_, payload, expected) => {
    const { channel, welcome, say, sent } = openChannel()
    welcome()
    const removed: string[] = []
    const storage = { remove: async ({ name }: { name: string }) => void removed.push(name) }
    const work = restoreLogin(channel, storage)
    await settle()
    say({ type: '@latchkey-frame/IS_CONNECTED_SUCCESS', id: sent[0]?.id, payload })
    expect(await work).toBe(expected)
    expect(removed).toEqual(expected ? [] : ['login'])
  },
)
