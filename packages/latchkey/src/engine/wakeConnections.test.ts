import { beforeEach, expect, test, vi } from 'vitest'
import { createMemoryStorage } from './base/pageStorage.ts'
import { connection, part } from './fixtures/connections.ts'
import { createFakeClock } from './fixtures/createFakeClock.ts'
import { createRestoring } from './flows/reconnect/fixtures/createRestoring.ts'

const key = '@latchkey/default/snapshot'
const one = connection('one')
const two = connection('two', { eip155: part(['0xb']) })
const inUse = (id: string, address: string) => ({
  eip155: { connectionId: id, caip10: `eip155:1:${address}` as const },
})
const snapshot = JSON.stringify({
  v: 1,
  at: 1_000_000,
  data: { connections: [two], active: inUse('two', '0xb'), activeNamespace: 'eip155', chosen: {} },
})

beforeEach(() => {
  const page = new EventTarget()
  const localStorage = createMemoryStorage()
  vi.stubGlobal('localStorage', localStorage)
  vi.stubGlobal('window', Object.assign(page, { localStorage }))
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
})

/** A tab that is connected to `one`; `store` writes as another tab does, with the event that this tab gets. */
async function setUp() {
  const store = globalThis.localStorage
  const clock = createFakeClock()
  const options = { clock, connections: [one], active: inUse('one', '0xa'), store }
  const restoring = createRestoring(options)
  const { announce, answer, engine, isAsked } = restoring
  announce(one)
  await vi.waitUntil(() => isAsked(one))
  answer(one)
  await engine.ready
  return {
    ...restoring,
    clock,
    ids: () => restoring.state().connections.map(({ id }) => id),
    store(newValue: string | null) {
      if (newValue === null) store.removeItem(key)
      else store.setItem(key, newValue)
      window.dispatchEvent(Object.assign(new Event('storage'), { key, newValue }))
    },
  }
}

/** The chunk that follows other tabs has come, and has looked. */
const settled = () => new Promise(resolve => setTimeout(resolve, 100))

test('what another tab ended is over here', async () => {
  const { engine, store, ids, told } = await setUp()
  store(null)
  await vi.waitUntil(() => ids().length === 0)
  expect(told).toContainEqual({ type: 'disconnected', connectionId: 'one', namespace: 'eip155', by: 'app' })
  engine.destroy()
})

test('F36 "all gone" is not believed when the other tab has connected again since', async () => {
  const { engine, store, ids } = await setUp()
  store(null)
  store(snapshot)
  await vi.waitUntil(() => !ids().includes('one'))
  expect(ids()).toEqual(['two'])
  await settled()
  expect(ids()).toEqual(['two'])
  engine.destroy()
})

test('F36 "all gone" is not believed when this tab has connected since', async () => {
  const { engine, store, ids, state } = await setUp()
  store(null)
  engine.ctx.connections.dispatch({ type: 'disconnected', connectionId: 'one', namespace: 'eip155' })
  engine.ctx.connections.dispatch({ type: 'connected', connection: two, namespace: 'eip155' })
  await settled()
  expect(ids()).toEqual(['two'])
  expect(state().status).toEqual({ eip155: 'connected' })
  engine.destroy()
})

test('F36 keeps a connection that was made while a slow store was read', async () => {
  const { clock, engine, store, ids } = await setUp()
  const getItem = localStorage.getItem
  let release = () => {}
  const slow = vi.fn((name: string) => {
    const then = getItem(name)
    return new Promise<string | null>(resolve => {
      release = () => resolve(then)
    })
  })
  Object.assign(localStorage, { getItem: slow })
  store(null)
  await vi.waitUntil(() => slow.mock.calls.some(([name]) => name === key))
  Object.assign(localStorage, { getItem })
  engine.ctx.connections.dispatch({ type: 'connected', connection: two, namespace: 'eip155' })
  engine.ctx.connections.dispatch({ type: 'disconnected', connectionId: 'one', namespace: 'eip155' })
  release()
  await clock.reach(100)
  await settled()
  expect(ids()).toEqual(['two'])
  engine.destroy()
})

test('F36 does not miss an end that arrives while the chunk that follows tabs loads', async () => {
  const { engine, store, ids } = await setUp()
  store(snapshot)
  store(null)
  await vi.waitUntil(() => ids().length === 0)
  engine.destroy()
})

test('F36 a page that comes back from the browser’s cache looks', async () => {
  const { engine, ids } = await setUp()
  localStorage.removeItem(key)
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  await vi.waitUntil(() => ids().length === 0)
  engine.destroy()
})

test('F31 what a full store had no room for is not lost to a page that comes back', async () => {
  const { engine, ids, told } = await setUp()
  Object.assign(localStorage, {
    setItem() {
      throw new DOMException('Full', 'QuotaExceededError')
    },
  })
  localStorage.removeItem(key)
  engine.ctx.connections.dispatch({ type: 'connected', connection: two, namespace: 'eip155' })
  await settled()
  const back = () => window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  back()
  await settled()
  back()
  await settled()
  expect(ids()).toEqual(['two', 'one'])
  expect(told).not.toContainEqual(expect.objectContaining({ type: 'disconnected' }))
  engine.destroy()
})
