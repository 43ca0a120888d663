import { expect, onTestFinished, test } from 'vitest'
import type { Frame } from '../../../frame.ts'
import { CustodyRefusal } from '../../../keys/custodyClient.ts'
import type { MadePasskey, MakeAsked } from '../passkeyBrowser.ts'
import { type FromPasskeyWindow, passkeyPort, passkeyReady, type ToPasskeyWindow } from './messages.ts'
import { openPasskeyWindow } from './openPasskeyWindow.ts'

const origin = 'https://keys.example'
const made = { credential: { id: 'c' }, secret: undefined, canOpen: true } as unknown as MadePasskey
const cancelled = expect.objectContaining({ code: 'cancelled' })

/** The frame's view of a window that the test speaks for. */
function open() {
  const heard: ToPasskeyWindow[] = []
  const ports: MessagePort[] = []
  const opened = {
    closed: false,
    close: () => void Object.assign(opened, { closed: true }),
    postMessage(said: unknown, to: string, [port]: MessagePort[]) {
      expect([said, to]).toEqual([passkeyPort, origin])
      if (!port) throw new Error('no port')
      port.onmessage = ({ data }: MessageEvent<ToPasskeyWindow>) => void heard.push(data)
      ports.push(port)
    },
  }
  const at = { now: 0 }
  let looks: (() => void) | undefined
  const view = Object.assign(new EventTarget(), {
    location: { origin, href: `${origin}/frame` },
    open: () => opened,
    performance: { now: () => at.now },
    setInterval: (run: () => void) => {
      looks = run
    },
    clearInterval: () => {},
  })
  const life = new AbortController()
  const frame = { page: { theme: {}, dapp: {} }, signal: life.signal } as Pick<Frame, 'page' | 'signal'>
  const window = openPasskeyWindow(view as unknown as Window & typeof globalThis, frame)
  if (!window) throw new Error('not opened')
  onTestFinished(() => {
    life.abort()
    for (const port of ports) port.close()
  })
  let times = 0
  return {
    window,
    opened,
    heard,
    at,
    look: () => looks?.(),
    /** The challenges that were asked for. */
    asked: () => times,
    ask: async () => ({ challenge: `${++times}` }) as MakeAsked,
    ready: (change: object = {}) =>
      view.dispatchEvent(
        Object.assign(new Event('message'), { source: opened, origin, data: passkeyReady, ...change }),
      ),
    say: (said: FromPasskeyWindow) => ports.at(-1)?.postMessage(said),
    challenges: () => heard.flatMap(each => (each.is === 'make' ? [each.asked.challenge] : [])),
    ports,
  }
}

test('creates a passkey at a press in the window, with a challenge that lives long enough (§2.4)', async () => {
  const { window, ready, say, at, ask, asked, challenges } = open()
  ready()
  const making = window.make(ask)
  await expect.poll(asked).toBe(1)
  expect(challenges()).toEqual([])
  say({ is: 'pressed' })
  await expect.poll(challenges).toEqual(['1'])
  // Left and pressed again, late: the services have forgotten the first by the time it would be used.
  at.now += 120_001
  say({ is: 'pressed' })
  await expect.poll(challenges).toEqual(['1', '2'])
  say({ is: 'made', made })
  expect(await making).toEqual(made)
})

test('asks for a proof of the session before the press, and the window stays open for it', async () => {
  const { window, opened, ready, say, ask, challenges } = open()
  ready()
  const stale = async () => {
    throw new CustodyRefusal('LOGIN_STEP_UP')
  }
  await expect(window.make(stale)).rejects.toThrow('LOGIN_STEP_UP')
  expect(opened.closed).toBe(false)
  // Who pressed meanwhile need not press again.
  say({ is: 'pressed' })
  await new Promise(resolve => setImmediate(resolve))
  const making = window.make(ask)
  await expect.poll(challenges).toEqual(['1'])
  say({ is: 'made', made })
  expect(await making).toEqual(made)
})

test('gives the port to no other window', () => {
  const { ready, ports } = open()
  ready({ origin: 'https://evil.example' })
  ready({ source: {} })
  ready({ source: null })
  ready({ data: passkeyPort })
  expect(ports).toEqual([])
  ready()
  expect(ports).toHaveLength(1)
})

test.each<readonly [string, (given: ReturnType<typeof open>) => void]>([
  ['is loaded anew and says so', ({ say }) => say({ is: 'left' })],
  ['is loaded anew and asks for a port again', ({ ready }) => ready()],
  [
    'is closed by its person',
    ({ opened, look }) => {
      opened.close()
      look()
    },
  ],
  ['is not wanted any more', ({ window }) => window.close()],
])('stops waiting for a window that %s', async (_, end) => {
  const given = open()
  const { window, opened, ready, say, ask, challenges } = given
  ready()
  const making = window.make(ask)
  say({ is: 'pressed' })
  await expect.poll(challenges).toEqual(['1'])
  end(given)
  await expect(making).rejects.toThrow(cancelled)
  expect(opened.closed).toBe(true)
  await expect(window.make(ask)).rejects.toThrow(cancelled)
  await expect(window.use({ challenge: '', which: [], input: new Uint8Array(1) })).rejects.toThrow(cancelled)
})
