import { afterEach, describe, expect, it, vi } from 'vitest'
import { createFakeClock } from '../fixtures/createFakeClock.ts'
import { type DatabaseOptions, type KeyValueDatabase, openDatabase } from './database.ts'

const stores = ['entries', 'quarantine']
const markerKey = '@latchkey/version'
const opened: { close(): void }[] = []
const names: string[] = []
let count = 0

/** A name that no test has used. */
function freshName(): string {
  const name = `@latchkey/test-${count++}`
  names.push(name)
  return name
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

/** A connection that does not know our rules: another tab, an old release, or other code. */
async function openForeign(
  name: string,
  version = 1,
  made: readonly string[] = stores,
): Promise<IDBDatabase> {
  const request = indexedDB.open(name, version)
  request.onupgradeneeded = () => {
    for (const store of made) {
      if (!request.result.objectStoreNames.contains(store)) request.result.createObjectStore(store)
    }
  }
  const database = await settled(request)
  opened.push(database)
  return database
}

async function put(database: IDBDatabase, items: Readonly<Record<string, unknown>>): Promise<void> {
  const store = database.transaction('entries', 'readwrite').objectStore('entries')
  await Promise.all(Object.entries(items).map(([key, value]) => settled(store.put(value, key))))
}

async function read(database: IDBDatabase, from: string): Promise<Readonly<Record<string, unknown>>> {
  const store = database.transaction(from).objectStore(from)
  const [keys, values] = await Promise.all([settled(store.getAllKeys()), settled(store.getAll())])
  return Object.fromEntries(keys.map((key, at) => [String(key), values[at] as unknown]))
}

function setUp(options: Partial<DatabaseOptions> = {}) {
  const clock = createFakeClock()
  const onNotice = vi.fn()
  const name = options.name ?? freshName()
  const open = async () => {
    const database = await openDatabase({ clock, onNotice, ...options, name })
    opened.push(database)
    return database
  }
  return { clock, onNotice, name, open }
}

/** The four verbs work, wherever the data is. */
async function expectWorks(database: KeyValueDatabase): Promise<void> {
  await database.set('a', { deep: [1, 'x'] })
  await database.set('b', 2)
  expect(await database.get('a')).toEqual({ deep: [1, 'x'] })
  expect([...(await database.keys())].sort()).toEqual(['a', 'b'])
  await database.delete('a')
  expect(await database.get('a')).toBeUndefined()
  expect(await database.keys()).toEqual(['b'])
  await database.delete('b')
}

afterEach(async () => {
  for (const each of opened.splice(0)) each.close()
  await Promise.all(names.splice(0).map(name => settled(indexedDB.deleteDatabase(name))))
})

describe('IndexedDB', () => {
  it('keeps values across openings, with a marker of 1 (SPEC §3)', async () => {
    const { name, open, onNotice, clock } = setUp()
    const first = await open()
    expect(first.kind).toBe('indexeddb')
    await expectWorks(first)
    await first.set('kept', 'value')
    first.close()
    const second = await open()
    expect(await second.get('kept')).toBe('value')
    expect(await second.keys()).toEqual(['kept'])
    second.close()
    expect(await read(await openForeign(name), 'entries')).toEqual({ kept: 'value', [markerKey]: 1 })
    expect(onNotice).not.toHaveBeenCalled()
    expect(clock.delays).toEqual([])
  })

  it('is shared by two tabs, and separate for two widgets', async () => {
    const { open } = setUp()
    const [one, two] = [await open(), await open()]
    await one.set('a', 1)
    expect(await two.get('a')).toBe(1)
    expect(await (await setUp().open()).get('a')).toBeUndefined()
  })

  it('names of Object.prototype are keys like any other', async () => {
    const database = await setUp().open()
    for (const key of ['__proto__', 'constructor']) {
      expect(await database.get(key)).toBeUndefined()
      await database.set(key, key)
      expect(await database.get(key)).toBe(key)
    }
  })

  it('what cannot be stored stays in memory', async () => {
    const { open, onNotice } = setUp()
    const database = await open()
    const value = { run: () => 7 }
    await database.set('a', value)
    expect(await database.get('a')).toBe(value)
    expect(await database.keys()).toEqual(['a'])
    await database.set('a', 1)
    expect(await (await open()).get('a')).toBe(1)
    expect(onNotice).not.toHaveBeenCalled()
  })

  it.each(['and says so', 'without a word'])(
    'F35 a connection that the browser cuts, as WebKit does in the background, is opened anew: %s',
    async how => {
      const connections: IDBDatabase[] = []
      const watched = Object.assign(Object.create(IDBFactory.prototype) as IDBFactory, {
        open(name: string, version: number) {
          const request = indexedDB.open(name, version)
          request.addEventListener('success', () => connections.push(request.result))
          return request
        },
      })
      const { open, onNotice } = setUp({ indexedDB: watched })
      const database = await open()
      await database.set('key', 'of a session')
      const cut = () => {
        const last = connections.at(-1)
        last?.close()
        if (how === 'and says so') last?.dispatchEvent(new Event('close'))
      }
      cut()
      expect(await Promise.all([database.get('key'), database.keys()])).toEqual(['of a session', ['key']])
      expect(connections).toHaveLength(2)
      cut()
      await database.set('key', 'of another')
      expect(database.kind).toBe('indexeddb')
      expect(await (await open()).get('key')).toBe('of another')
      expect(onNotice).not.toHaveBeenCalled()
      cut()
      database.close()
      expect(await database.get('key')).toBeUndefined()
    },
  )

  it('after closing, nothing throws', async () => {
    const database = await setUp().open()
    database.close()
    database.close()
    await expectWorks(database)
  })
})

describe('F32: IndexedDB is denied, blocked or hangs', () => {
  it.each<[string, () => IDBFactory]>([
    [
      'reading it throws',
      () =>
        new Proxy(indexedDB, {
          get() {
            throw new DOMException('denied', 'SecurityError')
          },
        }),
    ],
    [
      'opening throws',
      () =>
        Object.assign(Object.create(IDBFactory.prototype) as IDBFactory, {
          open() {
            throw new DOMException('denied', 'SecurityError')
          },
        }),
    ],
  ])('%s: memory at once, and one notice', async (_name, factory) => {
    const { open, onNotice, clock } = setUp({ indexedDB: factory() })
    const database = await open()
    expect(database.kind).toBe('memory')
    await expectWorks(database)
    expect(onNotice).toHaveBeenCalledExactlyOnceWith('memory')
    expect(clock.delays).toEqual([])
  })

  it('a request that is never answered: memory after 3 s, and one notice', async () => {
    const hanging = Object.assign(Object.create(IDBFactory.prototype) as IDBFactory, { open: () => ({}) })
    const { open, onNotice, clock } = setUp({ indexedDB: hanging })
    const opening = open()
    await clock.reach(3_000)
    const database = await opening
    expect(database.kind).toBe('memory')
    await expectWorks(database)
    expect(onNotice).toHaveBeenCalledExactlyOnceWith('memory')
  })

  it('blocked by an old tab that does not let go: memory after 3 s, and one notice', async () => {
    const { open, onNotice, clock, name } = setUp()
    // A creation that was cut off, still open elsewhere: it cannot be replaced while that connection lives.
    const old = await openForeign(name, 1, [])
    const opening = open()
    await clock.reach(3_000)
    const database = await opening
    expect(database.kind).toBe('memory')
    await expectWorks(database)
    expect(onNotice).toHaveBeenCalledExactlyOnceWith('memory')
    // When the old tab goes at last, the late opening is closed and does not block the next visit.
    old.close()
    const next = await setUp({ name }).open()
    expect(next.kind).toBe('indexeddb')
    await expectWorks(next)
  })

  it('blocked by an old tab that lets go in time: no memory, no notice', async () => {
    const { open, onNotice, clock, name } = setUp()
    const old = await openForeign(name, 1, [])
    old.onversionchange = () => old.close()
    const database = await open()
    expect(database.kind).toBe('indexeddb')
    await expectWorks(database)
    expect(onNotice).not.toHaveBeenCalled()
    expect(clock.delays).toEqual([])
  })

  it('waiting for a deletion elsewhere that is blocked: memory after 3 s', async () => {
    const { open, clock, name } = setUp()
    const old = await openForeign(name)
    const deleting = settled(indexedDB.deleteDatabase(name))
    const opening = open()
    await clock.reach(3_000)
    expect((await opening).kind).toBe('memory')
    old.close()
    await deleting
  })

  it('an old tab lets go when a newer release asks, goes on in memory and says so once', async () => {
    const { open, onNotice, name } = setUp()
    const database = await open()
    await database.set('a', 1)
    const newer = await openForeign(name, 2)
    expect(newer.version).toBe(2)
    expect(database.kind).toBe('memory')
    await expectWorks(database)
    expect(onNotice).toHaveBeenCalledExactlyOnceWith('memory')
  })

  it('the store of a newer release is not touched: memory, and one notice', async () => {
    const { open, onNotice, name } = setUp()
    const newer = await openForeign(name, 2)
    await put(newer, { a: 'newer', [markerKey]: 2 })
    const database = await open()
    expect(database.kind).toBe('memory')
    expect(await database.get('a')).toBeUndefined()
    await database.set('a', 'mine')
    expect(await read(newer, 'entries')).toEqual({ a: 'newer', [markerKey]: 2 })
    expect(onNotice).toHaveBeenCalledExactlyOnceWith('memory')
  })
})

describe('F33: content that makes no sense is set aside, and the start is clean', () => {
  it.each<[string, unknown]>([
    ['no marker: half-written', undefined],
    ['an older marker', 0],
    ['a foreign marker', 'one'],
    ['a marker that is a list', [1]],
  ])('%s', async (_name, marker) => {
    const { open, onNotice, name } = setUp()
    const old = await openForeign(name)
    await put(old, { a: 'bad', b: { c: 1 }, ...(marker !== undefined && { [markerKey]: marker }) })
    old.close()
    const database = await open()
    expect(database.kind).toBe('indexeddb')
    expect(await database.keys()).toEqual([])
    await expectWorks(database)
    database.close()
    expect(onNotice).toHaveBeenCalledExactlyOnceWith('quarantined')
    const after = await openForeign(name)
    expect(await read(after, 'entries')).toEqual({ [markerKey]: 1 })
    expect(await read(after, 'quarantine')).toMatchObject({ a: 'bad', b: { c: 1 } })
  })

  it('only the last copy is kept', async () => {
    const { open, name } = setUp()
    for (const key of ['first', 'second']) {
      const old = await openForeign(name)
      await put(old, { [key]: 'bad', [markerKey]: 0 })
      old.close()
      const database = await open()
      database.close()
    }
    expect(Object.keys(await read(await openForeign(name), 'quarantine')).sort()).toEqual([
      markerKey,
      'second',
    ])
  })

  it('a newer marker under our own version is left alone', async () => {
    const { open, onNotice, name } = setUp()
    const newer = await openForeign(name)
    await put(newer, { a: 'newer', [markerKey]: 2 })
    expect((await open()).kind).toBe('memory')
    expect(await read(newer, 'entries')).toEqual({ a: 'newer', [markerKey]: 2 })
    expect(onNotice).toHaveBeenCalledExactlyOnceWith('memory')
  })

  it.each([
    ['none of our stores', []],
    ['one of our stores', ['entries']],
    ['stores of other code', ['theirs']],
  ])('a database with %s is made anew', async (_name, made) => {
    const { open, onNotice, name } = setUp()
    const old = await openForeign(name, 1, made)
    old.close()
    const database = await open()
    expect(database.kind).toBe('indexeddb')
    await expectWorks(database)
    expect(onNotice).not.toHaveBeenCalled()
  })

  it('keys that are no texts are not listed', async () => {
    const { open, name } = setUp()
    const database = await open()
    const foreign = await openForeign(name)
    await settled(foreign.transaction('entries', 'readwrite').objectStore('entries').put('x', [1, 2]))
    await database.set('a', 1)
    expect(await database.keys()).toEqual(['a'])
  })
})
