import { describe, expect, it } from 'vitest'
import { createError } from '../../contract/errors/createError.ts'
import { systemRandom } from '../../engine/base/random.ts'
import { createFakeClock } from '../../engine/fixtures/createFakeClock.ts'
import { createMemoryDatabase } from '../../engine/fixtures/createMemoryDatabase.ts'
import { randomBytes } from '../crypto/randomBytes.ts'
import { createIdentity } from '../relayjwt/createIdentity.ts'
import { createTabShare } from '../tabs/createTabShare.ts'
import { createPairingStore } from './createPairingStore.ts'
import { rememberedDigests } from './historyKind.ts'
import type { RecordKind } from './pairingStore.ts'

const topic = 'ab'.repeat(32)
const digestOf = (at: number) => at.toString(16).padStart(64, '0')

function setUp(items: Readonly<Record<string, unknown>> = {}) {
  const clock = createFakeClock()
  const database = createMemoryDatabase(items)
  const share = createTabShare({ name: 'test', locks: null, openChannel: null })
  const store = createPairingStore({ name: 'test', database, clock, random: systemRandom, share })
  return { clock, database, store }
}

const notes: RecordKind<string> = {
  name: 'note',
  parse: value => (typeof value === 'string' ? value : undefined),
}

describe('records', () => {
  it('are read by their exact key, listed, changed and deleted', async () => {
    const { store } = setUp({ 'note/a/deeper': { v: 1, data: 'deeper' }, 'notes/a': { v: 1, data: 'no' } })
    const records = store.records(notes)
    expect(await records.get('a')).toBeUndefined()
    await records.set('a', 'one')
    expect(await records.update('a', before => `${before} more`)).toBe('one more')
    expect(await records.list()).toEqual([
      { id: 'a/deeper', value: 'deeper' },
      { id: 'a', value: 'one more' },
    ])
    expect(await records.update('a', () => undefined)).toBeUndefined()
    expect(await records.get('a')).toBeUndefined()
    await records.delete('a/deeper')
    expect(await records.list()).toEqual([])
  })

  it('fifty changes at once: none is lost', async () => {
    const { store } = setUp()
    const records = store.records(notes)
    await Promise.all(Array.from({ length: 50 }, () => records.update('a', (before = '') => `${before}x`)))
    expect(await records.get('a')).toBe('x'.repeat(50))
  })

  it.each([
    ['no box', 'text'],
    ['null', null],
    ['a list', []],
    ['another type', { v: 1, data: 7 }],
    ['no version', { data: 'a' }],
    ['of a version without a migration', { v: 0, data: 'a' }],
  ])('F33: a record that is %s is set aside, one copy is kept', async (_name, stored) => {
    const { store, database } = setUp({ 'note/a': stored, 'note/b': { v: 1, data: 'fine' } })
    const records = store.records(notes)
    expect(await records.list()).toEqual([{ id: 'b', value: 'fine' }])
    expect(await database.get('note/a')).toBeUndefined()
    expect(await database.get('quarantine')).toEqual({ key: 'note/a', stored })
  })

  it('are lifted step by step, and those of a newer release are left alone', async () => {
    const kind: RecordKind<string> = {
      ...notes,
      version: 3,
      migrations: [value => `${value}2`, value => `${value}3`],
    }
    const newer = { v: 4, data: { from: 'later' } }
    const { store, database } = setUp({ 'note/a': { v: 1, data: 'a' }, 'note/b': newer })
    const records = store.records(kind)
    expect(await records.get('a')).toBe('a23')
    expect(await records.get('b')).toBeUndefined()
    await records.set('b', 'mine')
    expect(await records.update('b', () => 'mine')).toBeUndefined()
    await records.delete('b')
    expect(await database.get('note/b')).toEqual(newer)
    const broken = { ...kind, migrations: [() => expect.unreachable(), (value: unknown) => value] }
    expect(await store.records(broken).get('a')).toBeUndefined()
  })

  it('sweeps expired records of each kind that has an expiry', async () => {
    const { store, clock, database } = setUp()
    const now = clock.now()
    const ends = store.records<number>({
      name: 'end',
      parse: value => (typeof value === 'number' ? value : undefined),
      expiry: value => value,
    })
    await ends.set(topic, now + 10)
    await ends.set('b', now + 20)
    await store.records(notes).set('a', 'stays')
    await store.symKeys.set(topic, randomBytes(systemRandom, 32))
    await store.markSeen(topic, digestOf(1))
    clock.advance(10)
    await store.sweep()
    // With it goes what belonged to its topic.
    expect(await database.get(`symkey/${topic}`)).toBeUndefined()
    expect(await database.get(`history/${topic}`)).toBeUndefined()
    expect((await ends.list()).map(({ id }) => id)).toEqual(['b'])
    expect(await database.get('note/a')).toBeDefined()
  })

  it('one whose parser cannot be had stays as it is, and the read says so', async () => {
    let isThere = false
    const { store, database } = setUp({ 'note/a': { v: 1, data: 'one' } })
    const records = store.records<string>({
      ...notes,
      parse: async value => {
        if (!isThere) throw createError('CHUNK_FAILED')
        return notes.parse(value)
      },
    })
    await expect(records.get('a')).rejects.toMatchObject({ code: 'CHUNK_FAILED' })
    await expect(records.list()).rejects.toMatchObject({ code: 'CHUNK_FAILED' })
    expect(await database.keys()).toEqual(['note/a'])
    isThere = true
    expect(await records.list()).toEqual([{ id: 'a', value: 'one' }])
  })

  it('holds() knows whether there is one of a kind', async () => {
    const { store } = setUp({ 'note/a': { v: 1, data: 'one' } })
    expect(await store.holds(['other', 'not'])).toBe(false)
    expect(await store.holds(['other', 'note'])).toBe(true)
  })
})

describe('secrets', () => {
  it('are stored encrypted, under a key that cannot be read out', async () => {
    const { store, database } = setUp()
    const symKey = randomBytes(systemRandom, 32)
    await store.symKeys.set(topic, symKey)
    expect(await store.symKeys.get(topic)).toEqual(symKey)
    const key = (await database.get('vault/key')) as CryptoKey
    expect(key.extractable).toBe(false)
    const stored = (await database.get(`symkey/${topic}`)) as {
      readonly data: { readonly sealed: Uint8Array }
    }
    expect(stored.data.sealed).toHaveLength(48)
    expect(Buffer.from(stored.data.sealed).includes(Buffer.from(symKey))).toBe(false)
    await store.symKeys.delete(topic)
    expect(await store.symKeys.get(topic)).toBeUndefined()
  })

  it('that were encrypted elsewhere or have the wrong length are absent', async () => {
    const other = setUp()
    await other.store.symKeys.set(topic, randomBytes(systemRandom, 32))
    const { store } = setUp({
      [`symkey/${topic}`]: await other.database.get(`symkey/${topic}`),
      'symkey/short': { v: 1, data: new Uint8Array(31) },
      'symkey/bad': { v: 1, data: { iv: 1, sealed: [] } },
    })
    for (const id of [topic, 'short', 'bad']) expect(await store.symKeys.get(id)).toBeUndefined()
    // The vault has a key of its own meanwhile: still not this one.
    await store.symKeys.set('mine', new Uint8Array(32))
    expect(await store.symKeys.get(topic)).toBeUndefined()
  })

  it('key pairs: a key of WebCrypto as it is, bytes encrypted', async () => {
    const { store } = setUp()
    const bytes = { publicKey: 'aa', secret: randomBytes(systemRandom, 32) }
    const native = await createIdentity(systemRandom, crypto.subtle)
    await store.keyPairs.set('aa', bytes)
    await store.keyPairs.set(native.publicKey, native)
    expect(await store.keyPairs.get('aa')).toEqual(bytes)
    expect((await store.keyPairs.get(native.publicKey))?.secret).toBe(native.secret)
  })

  it('F36: one identity, however many ask for it at first', async () => {
    const { store } = setUp()
    let made = 0
    const make = () => {
      made++
      return createIdentity(systemRandom, crypto.subtle)
    }
    const all = await Promise.all([store.identity(make), store.identity(make), store.identity(make)])
    expect(new Set(all.map(({ publicKey }) => publicKey)).size).toBe(1)
    expect(made).toBe(1)
  })
})

describe('history (T89, F05)', () => {
  it('knows what was handled, per topic, and forgets with the topic', async () => {
    const { store } = setUp()
    expect(await store.hasSeen(topic, digestOf(1))).toBe(false)
    await store.markSeen(topic, digestOf(1))
    await store.markSeen(topic, digestOf(1))
    await store.markSeen(topic, digestOf(2))
    expect(await store.hasSeen(topic, digestOf(1))).toBe(true)
    expect(await store.hasSeen('cd'.repeat(32), digestOf(1))).toBe(false)
    await store.dropTopic(topic)
    expect(await store.hasSeen(topic, digestOf(1))).toBe(false)
  })

  it('is bounded: the oldest go first', async () => {
    const full = Array.from({ length: rememberedDigests }, (_, at) => digestOf(at)).join(' ')
    const { store } = setUp({ [`history/${topic}`]: { v: 1, data: full } })
    await store.markSeen(topic, digestOf(999_999))
    expect(await store.hasSeen(topic, digestOf(0))).toBe(false)
    expect(await store.hasSeen(topic, digestOf(1))).toBe(true)
    expect(await store.hasSeen(topic, digestOf(999_999))).toBe(true)
  })
})
