import { expect, test } from 'vitest'
import { meetOpener } from './meetOpener.ts'

const origin = 'https://keys.example'
const words = { ready: 'READY', port: 'PORT' }

/** A window of the wallet's, and what its opener hears. */
function openWindow() {
  const greeted: unknown[] = []
  const opener = { postMessage: (...said: unknown[]) => void greeted.push(said) }
  const view = Object.assign(new EventTarget(), { opener: opener as unknown, location: { origin } })
  const ports: MessagePort[] = []
  const begin = () =>
    meetOpener(Object.assign(view, { parent: view }) as unknown as Window, words, port => ports.push(port))
  const hear = (change: {
    readonly source?: unknown
    readonly origin?: string
    readonly data?: unknown
    readonly ports?: readonly MessagePort[]
  }) => {
    const event = { source: opener, origin, data: words.port, ports: [new MessageChannel().port1], ...change }
    view.dispatchEvent(Object.assign(new Event('message'), event))
  }
  return { view, greeted, ports, begin, hear }
}

test('takes one port of the frame that opened the window, and drops the opener', () => {
  const { view, greeted, ports, begin, hear } = openWindow()
  expect(begin()).toBe(true)
  // Not to any other origin.
  expect(greeted).toEqual([[words.ready, origin]])
  hear({})
  hear({})
  expect([ports.length, view.opener]).toEqual([1, null])
  // As after a reload.
  expect([begin(), greeted.length]).toEqual([false, 1])
})

test.each([
  ['a foreign opener', { origin: 'https://evil.example' }],
  ['a foreign source', { source: { postMessage: () => {} } }],
  ['a source that is none', { source: null }],
  ['other words', { data: 'READY' }],
  ['no port', { ports: [] }],
])('takes nothing from %s', (_, change) => {
  const { ports, begin, hear } = openWindow()
  begin()
  hear(change)
  expect(ports).toEqual([])
})

test('greets no frame in a window without an opener, or in a nested page', () => {
  const alone = openWindow()
  alone.view.opener = null
  expect(alone.begin()).toBe(false)
  const { view, greeted } = openWindow()
  const inside = Object.assign(view, { parent: {} }) as unknown as Window
  expect([meetOpener(inside, words, () => {}), greeted]).toEqual([false, []])
})
