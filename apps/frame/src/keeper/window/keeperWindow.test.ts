import { describe, expect, test, vi } from 'vitest'
import { createMemoryDatabase } from '../../keys/createMemoryDatabase.ts'
import { makeNoteKey } from '../keeperKeys.ts'
import { answerKeeper } from './answerKeeper.ts'
import { askKeeper } from './askKeeper.ts'
import { keeperPort, keeperReady, type ToKeeper } from './messages.ts'
import { mountKeeper } from './mountKeeper.ts'

const origin = 'https://keys.example'
const owner = { host: 'https://shop.example', projectId: 'shop' }
const asked: ToKeeper = { is: 'open', owner }

/** A window as far as these functions see it. */
function makeWindow(more: object = {}) {
  const target = new EventTarget()
  const view = Object.assign(target, {
    location: { origin },
    setInterval: () => 1,
    clearInterval: () => {},
    setTimeout: () => 1,
    clearTimeout: () => {},
    closed: false,
    ...more,
  })
  const hear = (data: unknown, from: string, source: unknown, ports: readonly unknown[] = []) =>
    target.dispatchEvent(Object.assign(new Event('message'), { data, origin: from, source, ports }))
  return { view: view as unknown as Window & typeof globalThis, hear }
}

describe('T01: the frame asks a window of the wallet’s own origin alone', () => {
  test('answers no greeting of another origin, and the first of its own once', async () => {
    const { view, hear } = makeWindow()
    const posted: unknown[] = []
    const source = {
      postMessage(data: unknown, to: string, [port]: MessagePort[] = []) {
        posted.push([data, to])
        if (!port) return
        port.onmessage = ({ data }) => {
          posted.push(data)
          port.postMessage({ is: 'none' })
        }
      },
    }
    const answer = askKeeper(view, { asked, signal: new AbortController().signal })
    hear(keeperReady, 'https://evil.example', source)
    hear(keeperReady, 'null', source)
    hear('anything', origin, source)
    hear(keeperReady, origin, null)
    expect(posted).toEqual([])
    hear(keeperReady, origin, source)
    hear(keeperReady, origin, source)
    expect(await answer).toEqual({ is: 'none' })
    expect(posted).toEqual([[keeperPort, origin], asked])
  })

  test('gives up with the page, or when its own window was closed', async () => {
    const life = new AbortController()
    const { view } = makeWindow()
    const answer = askKeeper(view, { asked, signal: life.signal })
    life.abort()
    expect(await answer).toEqual({ is: 'closed' })
    let look = () => {}
    const closing = makeWindow({
      setInterval: (run: () => void) => {
        look = run
        return 1
      },
      setTimeout: (run: () => void) => run(),
    })
    const opened = { closed: false }
    const own = askKeeper(closing.view, {
      asked,
      opened: opened as Window,
      signal: new AbortController().signal,
    })
    look()
    opened.closed = true
    look()
    expect(await own).toEqual({ is: 'closed' })
  })
})

describe('the window that stores the keys', () => {
  test('greets its opener and the frames in that, at its own origin alone', () => {
    const posted: unknown[] = []
    const page = (name: string) => ({
      postMessage: (data: unknown, to: string) => posted.push([name, data, to]),
    })
    const opener = Object.assign([page('first'), page('second')], page('opener'))
    vi.stubGlobal(
      'CSSStyleSheet',
      class {
        replaceSync() {}
      },
    )
    const document = {
      adoptedStyleSheets: [],
      createElement: () => ({ setAttribute() {} }),
      body: { replaceChildren() {} },
    }
    const { view } = makeWindow({ opener, document })
    Object.assign(view, { parent: view })
    expect(mountKeeper(view)).toBe(true)
    vi.unstubAllGlobals()
    expect(posted).toEqual(['opener', 'first', 'second'].map(name => [name, keeperReady, origin]))
  })

  test('is none without an opener, or within another page', () => {
    const alone = makeWindow({ opener: null })
    Object.assign(alone.view, { parent: alone.view })
    const inside = makeWindow({ opener: {}, parent: {} })
    expect([mountKeeper(alone.view), mountKeeper(inside.view)]).toEqual([false, false])
  })

  test('replaces what it stored for the same host page', async () => {
    const database = createMemoryDatabase()
    const pair = (await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, [
      'sign',
      'verify',
    ])) as CryptoKeyPair
    const [first, second] = [
      { pair, wrap: await makeNoteKey(), note: await makeNoteKey() },
      { pair, wrap: await makeNoteKey(), note: await makeNoteKey() },
    ]
    for (const keys of [first, second])
      expect(await answerKeeper(async () => database, { is: 'keep', owner, keys })).toEqual({ is: 'kept' })
    expect(await answerKeeper(async () => database, asked)).toEqual({ is: 'opened', keys: second })
    expect(await database.list()).toHaveLength(1)
  })
})
