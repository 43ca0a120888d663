import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { StorageLike } from '../../contract/storage.ts'
import { createFakeClock } from '../fixtures/createFakeClock.ts'
import { createMemoryStorage, pageStorage } from './pageStorage.ts'
import { createKeyStore } from './storage.ts'
import { decodeStored, type StoredKey } from './stored.ts'

const text = (data: unknown) => (typeof data === 'string' ? data : undefined)
const session: StoredKey<string> = {
  name: 'session',
  version: 2,
  parse: text,
  migrations: [old => `${old}!`],
}
const cacheOf = (name: string): StoredKey<string> => ({ name, version: 1, parse: text })

/** A store with room for so many characters that throws as browsers do, and can be made to refuse anything. */
function createStore({ room = Number.POSITIVE_INFINITY, isAsync = false } = {}) {
  const items = new Map<string, string>()
  const broken = { getItem: false, setItem: false, removeItem: false }
  function guard<T>(name: keyof typeof broken, run: () => T): T {
    if (!broken[name]) return run()
    throw new DOMException('The operation is insecure.', 'SecurityError')
  }
  const sync: StorageLike = {
    getItem: key => guard('getItem', () => items.get(key) ?? null),
    setItem: (key, value) =>
      guard('setItem', () => {
        const used = [...items].reduce((sum, [name, held]) => (name === key ? sum : sum + held.length), 0)
        if (used + value.length > room) throw new DOMException('Full', 'QuotaExceededError')
        items.set(key, value)
      }),
    removeItem: key => guard('removeItem', () => void items.delete(key)),
  }
  const store: StorageLike = isAsync
    ? {
        getItem: async key => sync.getItem(key),
        setItem: async (key, value) => sync.setItem(key, value),
        removeItem: async key => sync.removeItem(key),
      }
    : sync
  return { items, broken, store }
}

function setUp(options: Parameters<typeof createStore>[0] = {}) {
  const clock = createFakeClock()
  const foreign = createStore(options)
  const open = () => createKeyStore({ id: 'w', store: foreign.store, clock })
  return { ...foreign, clock, open, keys: open() }
}

describe.each([
  ['a store that answers at once', false],
  ['a store that answers promises', true],
])('%s', (_name, isAsync) => {
  it('stores values under the prefix of the widget, with version and time', async () => {
    const { keys, items, clock } = setUp({ isAsync })
    await keys.write(session, 'hello')
    expect(await keys.read(session)).toBe('hello')
    expect(keys.readNow(session)).toBe(isAsync ? undefined : 'hello')
    expect([...items]).toEqual([
      ['@latchkey/w/session', JSON.stringify({ v: 2, at: clock.now(), data: 'hello' })],
    ])
    expect(keys.fullName(session)).toBe('@latchkey/w/session')
    await keys.remove(session)
    expect(await keys.read(session)).toBeUndefined()
    expect(items.size).toBe(0)
  })

  it('the last of several writes wins', async () => {
    const { keys } = setUp({ isAsync })
    await Promise.all(['one', 'two', 'three'].map(data => keys.write(session, data)))
    expect(await keys.read(session)).toBe('three')
  })

  it('a removal after a write wins too', async () => {
    const { keys } = setUp({ isAsync })
    await Promise.all([keys.write(session, 'one'), keys.remove(session)])
    expect(await keys.read(session)).toBeUndefined()
  })

  it('lifts an old version', async () => {
    const { keys, items } = setUp({ isAsync })
    items.set('@latchkey/w/session', JSON.stringify({ v: 1, at: 0, data: 'old' }))
    expect(await keys.read(session)).toBe('old!')
  })

  it('does not read, overwrite or remove what a newer release wrote, even when it was never asked for', async () => {
    for (const isRead of [true, false]) {
      const { keys, items } = setUp({ isAsync })
      const newer = JSON.stringify({ v: 3, at: 0, data: { other: 'form' } })
      items.set('@latchkey/w/session', newer)
      if (isRead) expect(await keys.read(session)).toBeUndefined()
      await keys.write(session, 'mine')
      await keys.remove(session)
      expect([...items]).toEqual([['@latchkey/w/session', newer]])
    }
  })
})

it('C8: a tab from before a rollout leaves what a newer one has written since', async () => {
  const { keys, items } = setUp()
  await keys.write(session, 'mine')
  const newer = JSON.stringify({ v: 3, at: 0, data: { other: 'form' } })
  items.set('@latchkey/w/session', newer)
  await keys.write(session, 'mine again')
  expect([...items]).toEqual([['@latchkey/w/session', newer]])
  items.clear()
  await keys.write(session, 'alone again')
  expect(await keys.read(session)).toBe('alone again')
})

it('F31: a store whose promises fail causes no unhandled rejection', async () => {
  const broken = async () => Promise.reject(new Error('away'))
  const store = { getItem: broken, setItem: broken, removeItem: broken }
  const keys = createKeyStore({ id: 'w', store, clock: createFakeClock() })
  expect(keys.readNow(session)).toBeUndefined()
  await keys.write(session, 'mine')
  expect(await keys.read(session)).toBe('mine')
})

describe('lifetime', () => {
  const brief: StoredKey<string> = { ...cacheOf('brief'), lifetime: 1_000 }
  it('a value that is too old is not there', async () => {
    const { keys, clock } = setUp()
    await keys.write(brief, 'x')
    clock.advance(1_000)
    expect(keys.readNow(brief)).toBe('x')
    clock.advance(1)
    expect(keys.readNow(brief)).toBeUndefined()
  })
  it.each([
    ['from the future', 5_000_000],
    ['without a time', undefined],
    ['with a time that is none', 'x'],
  ])('%s is not there', (_name, at) => {
    const { keys, items } = setUp()
    items.set('@latchkey/w/brief', JSON.stringify({ v: 1, at, data: 'x' }))
    expect(keys.readNow(brief)).toBeUndefined()
  })
})

describe('F31: the store is full', () => {
  const long = 'x'.repeat(100)

  it('caches go first, the oldest before the others, and no more of them than needed', async () => {
    const { keys, items, clock } = setUp({ room: 500 })
    for (const name of ['history', 'portfolio', 'config']) {
      clock.advance(1)
      await keys.write(cacheOf(name), long)
    }
    // Written again, the first is now the youngest.
    clock.advance(1)
    await keys.write(cacheOf('history'), long)
    await keys.write(session, 'y'.repeat(150))
    expect([...items.keys()].sort()).toEqual([
      '@latchkey/w/config',
      '@latchkey/w/history',
      '@latchkey/w/session',
    ])
    expect(await keys.read(session)).toHaveLength(150)
  })

  it('caches of an earlier page count as well, though this one never read them', async () => {
    const { keys, items, open } = setUp({ room: 300 })
    await keys.write(cacheOf('portfolio'), long)
    await open().write(session, 'y'.repeat(200))
    expect([...items.keys()]).toEqual(['@latchkey/w/session'])
  })

  it.each([
    ['removed', undefined],
    ['written anew, shorter', 'z'],
  ])('what was %s while room was being made is not what it was before', async (_what, after) => {
    const { keys, items } = setUp({ room: 300 })
    await keys.write(cacheOf('portfolio'), long)
    const change = () => (after === undefined ? keys.remove(session) : keys.write(session, after))
    await Promise.all([keys.write(session, 'y'.repeat(200)), change()])
    expect(await keys.read(session)).toBe(after)
    expect(items.has('@latchkey/w/session')).toBe(after !== undefined)
    items.clear()
    expect(await keys.read(session)).toBeUndefined()
  })

  it('the session stays in memory when nothing helps, and nothing is thrown', async () => {
    const { keys, items } = setUp({ room: 10 })
    await keys.write(session, long)
    expect(items.size).toBe(0)
    expect(keys.readNow(session)).toBe(long)
    expect(await keys.read(session)).toBe(long)
    await keys.remove(session)
    expect(await keys.read(session)).toBeUndefined()
  })

  it('a value in memory moves to the store when there is room again', async () => {
    const { keys, items, broken } = setUp()
    broken.setItem = true
    await keys.write(session, 'one')
    broken.setItem = false
    await keys.write(session, 'two')
    items.clear()
    expect(keys.readNow(session)).toBeUndefined()
  })

  it('a store that refuses everything is a memory', async () => {
    const { keys, broken } = setUp()
    Object.assign(broken, { getItem: true, setItem: true, removeItem: true })
    expect(keys.readNow(session)).toBeUndefined()
    await keys.write(session, 'kept')
    expect(keys.readNow(session)).toBe('kept')
    expect(await keys.read(session)).toBe('kept')
    await keys.remove(session)
    expect(keys.readNow(session)).toBeUndefined()
  })
})

describe('F33, T19: what makes no sense', () => {
  it.each<[string, string]>([
    ['not JSON', 'hello'],
    ['half-written', '{"v":2,"at":0,"da'],
    ['nothing', ''],
    ['null', 'null'],
    ['a number', '7'],
    ['a list', '[]'],
    ['no version', '{"data":"x"}'],
    ['a version that is none', '{"v":"2","data":"x"}'],
    ['a version below the first', '{"v":0,"data":"x"}'],
    ['a version without a way up', '{"v":-5,"data":"x"}'],
    ['other data', '{"v":2,"at":0,"data":{"a":1}}'],
    ['no data', '{"v":2,"at":0}'],
    ['a prototype', '{"__proto__":{"v":2,"data":"x"}}'],
    ['oversize', `{"v":2,"data":"${'x'.repeat(500_000)}"}`],
  ])('%s is set aside, and the next start is clean', async (_name, value) => {
    const { keys, items } = setUp()
    items.set('@latchkey/w/session', value)
    expect(keys.readNow(session)).toBeUndefined()
    expect(items.has('@latchkey/w/session')).toBe(false)
    expect(items.get('@latchkey/w/quarantine')).toBe(`session ${value}`.slice(0, 8 + 10_000))
    expect(({} as Record<string, unknown>).v).toBeUndefined()
    await keys.write(session, 'fresh')
    expect(await keys.read(session)).toBe('fresh')
  })

  it('only one copy is kept aside, the last', async () => {
    const { keys, items } = setUp()
    for (const bad of ['one', 'two']) {
      items.set('@latchkey/w/session', bad)
      keys.readNow(session)
    }
    expect(items.get('@latchkey/w/quarantine')).toBe('session two')
  })

  it('a migration or parser that throws does not make the read throw', () => {
    const throwing: StoredKey<string> = {
      ...session,
      migrations: [
        () => {
          throw new Error('x')
        },
      ],
    }
    const { keys, items } = setUp()
    items.set('@latchkey/w/session', '{"v":1,"data":"x"}')
    expect(keys.readNow(throwing)).toBeUndefined()
  })

  it('a store that answers something else than texts', async () => {
    const clock = createFakeClock()
    for (const answer of [7, {}, undefined, ['x']]) {
      const store = { getItem: () => answer as never, setItem: () => undefined, removeItem: () => undefined }
      const keys = createKeyStore({ id: 'w', store, clock })
      expect(keys.readNow(session)).toBeUndefined()
      expect(await keys.read(session)).toBeUndefined()
    }
  })

  it('decoding never throws and only answers what the parser let through', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          fc.jsonValue().map(data => JSON.stringify({ v: 2, at: 0, data })),
        ),
        value => {
          const read = decodeStored(session, value, 0)
          if (read.at === 'ok') expect(read.data).toBeTypeOf('string')
        },
      ),
    )
  })
})

describe('the page', () => {
  it('without a localStorage there is a memory', async () => {
    const store = pageStorage()
    await store.setItem('a', 'b')
    expect(await store.getItem('a')).toBe('b')
    await store.removeItem('a')
    expect(await store.getItem('a')).toBeNull()
  })

  it('two memories are two', async () => {
    const [one, two] = [createMemoryStorage(), createMemoryStorage()]
    await one.setItem('a', 'b')
    expect(await two.getItem('a')).toBeNull()
  })
})
