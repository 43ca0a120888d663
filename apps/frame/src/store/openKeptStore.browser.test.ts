import { afterEach, describe, expect, test } from 'vitest'
import type { Kept } from './kept.ts'
import { openKeptStore } from './openKeptStore.ts'

interface Device {
  readonly account: string
  readonly half: Uint8Array
}

const device: Kept<Device> = {
  name: 'device',
  version: 2,
  read(value) {
    const { account, half } = value as { account?: unknown; half?: unknown }
    if (typeof account !== 'string' || !(half instanceof Uint8Array) || half.length !== 32) return undefined
    return { account, half }
  },
}
const sound: Device = { account: 'one', half: new Uint8Array(32).fill(7) }

const names: string[] = []
const fresh = () => {
  const name = `kept-${names.length}-${performance.now()}`
  names.push(name)
  return name
}
afterEach(async () => {
  for (const name of names.splice(0)) await settled(indexedDB.deleteDatabase(name))
})

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
    if ('onblocked' in request) request.onblocked = () => resolve(undefined as T)
  })
}

/** What another tab, or an old release, left under the key. */
async function plant(name: string, value: unknown): Promise<void> {
  const request = indexedDB.open(name, 1)
  request.onupgradeneeded = () => {
    for (const place of ['kept', 'quarantine']) request.result.createObjectStore(place)
  }
  const db = await settled(request)
  await settled(db.transaction('kept', 'readwrite').objectStore('kept').put(value, 'device'))
  db.close()
}

async function quarantined(name: string): Promise<unknown[]> {
  const db = await settled(indexedDB.open(name, 1))
  const found = await settled(db.transaction('quarantine').objectStore('quarantine').getAll())
  db.close()
  return found
}

test('stored values are there at the next visit, also keys that are not extractable', async () => {
  const name = fresh()
  const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt'])
  const wrap: Kept<CryptoKey> = {
    name: 'wrap',
    version: 1,
    read: value => (value instanceof CryptoKey && !value.extractable ? value : undefined),
  }
  const store = openKeptStore(name)
  expect(await store.read(device)).toBeUndefined()
  expect(await store.write(device, sound)).toBe(true)
  expect(await store.write(wrap, key)).toBe(true)
  const later = openKeptStore(name)
  expect(await later.read(device)).toEqual(sound)
  expect((await later.read(wrap))?.type).toBe('secret')
  await later.remove(device)
  expect(await later.read(device)).toBeUndefined()
  await later.clear()
  expect(await openKeptStore(name).read(wrap)).toBeUndefined()
})

describe('T19: foreign values are set aside', () => {
  const cycle: Record<string, unknown> = { v: 1, at: 0 }
  cycle.data = cycle
  let deep: unknown = 1
  for (let level = 0; level < 200; level++) deep = { deep }
  test.each([
    ['text', 'garbage'],
    ['nothing', null],
    ['a number', 7],
    ['no version', { data: sound }],
    ['a version that is none', { v: '1', data: sound }],
    ['a half too short', { v: 2, at: 0, data: { account: 'one', half: new Uint8Array(31) } }],
    ['members of every object', { v: 2, at: 0, data: JSON.parse('{"__proto__":{"account":"one"}}') }],
    ['too much', { v: 2, at: 0, data: { account: 'x'.repeat(1_000_000), half: sound.half } }],
    ['a long list', { v: 2, at: 0, data: { ...sound, more: Array(1_000_000) } }],
    ['a map', { v: 2, at: 0, data: { ...sound, more: new Map([[1, 'x'.repeat(1_000_000)]]) } }],
    ['a cycle', cycle],
    ['something deep', { v: 2, at: 0, data: { ...sound, deep } }],
    ['null as data', { v: 2, at: 0, data: null }],
  ])('%s', async (_, value) => {
    const name = fresh()
    await plant(name, value)
    const store = openKeptStore(name)
    expect(await store.read(device)).toBeUndefined()
    expect(await store.write(device, sound)).toBe(true)
    expect(await openKeptStore(name).read(device)).toEqual(sound)
    expect(Object.hasOwn(Object.prototype, 'account')).toBe(false)
  })

  test('keeps one copy of a set-aside value, the last', async () => {
    const name = fresh()
    await plant(name, 'first')
    await openKeptStore(name).read(device)
    await plant(name, 'second')
    await openKeptStore(name).read(device)
    expect(await quarantined(name)).toEqual(['second'])
  })
})

test('a value of a newer release is neither used nor overwritten (C8)', async () => {
  const name = fresh()
  const newer = { v: 3, at: 0, data: { account: 'newer' } }
  await plant(name, newer)
  const store = openKeptStore(name)
  expect(await store.read(device)).toBeUndefined()
  expect(await store.write(device, sound)).toBe(false)
  // This page goes on with its own.
  expect(await store.read(device)).toEqual(sound)
  const db = await settled(indexedDB.open(name, 1))
  expect(await settled(db.transaction('kept').objectStore('kept').get('device'))).toEqual(newer)
  db.close()
})

test('a database without our object stores is created again; a newer one, or none at all, leaves the page its memory (T19)', async () => {
  const foreign = fresh()
  ;(await settled(indexedDB.open(foreign, 1))).close()
  expect(await openKeptStore(foreign).write(device, sound)).toBe(true)
  const later = fresh()
  ;(await settled(indexedDB.open(later, 9))).close()
  const denied = () => {
    throw new DOMException('denied', 'SecurityError')
  }
  for (const store of [openKeptStore(later), openKeptStore(fresh(), denied)]) {
    expect(await store.write(device, sound)).toBe(false)
    expect(await store.read(device)).toEqual(sound)
    await store.remove(device)
    expect(await store.read(device)).toBeUndefined()
  }
})
