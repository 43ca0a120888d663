import { describe, expect, test } from 'vitest'
import { createMemoryDatabase } from '../keys/createMemoryDatabase.ts'
import { openDeviceKey } from '../keys/deviceKey.ts'
import { isKeeperKeys, type KeeperKeys, makeNoteKey } from './keeperKeys.ts'
import { openNote, sealNote } from './note.ts'
import { createPageMemory } from './pageMemory.ts'
import { answerKeeper } from './window/answerKeeper.ts'

const shop = { host: 'https://shop.example', projectId: 'shop' }
const secret = 'a-refresh-token-that-no-page-may-read'

/** A frame that is logged in, with the keys of its device. */
async function startFrame() {
  const memory = createPageMemory()
  const database = createMemoryDatabase(memory.keys)
  const locks = { request: (_: string, work: () => unknown) => work() } as unknown as LockManager
  const { device } = await openDeviceKey({ database, locks, now: Date.now })
  memory.kept.set('login', { v: 1, at: 0, data: { refresh: secret } })
  memory.kept.set('use', { v: 1, at: 0, data: 5 })
  await database.write('pair ada', { v: 1, account: 'ada' })
  const { pair, wrap } = memory.keys.get('device') as KeeperKeys
  const keys: KeeperKeys = { pair, wrap, note: await makeNoteKey() }
  return { memory, device, keys }
}

describe('T15: the note that a page carries for the frame', () => {
  test('shows nothing of what is in it, and is another one each time', async () => {
    const { memory, keys } = await startFrame()
    const notes = [await sealNote(keys.note, shop, memory), await sealNote(keys.note, shop, memory)]
    expect(new Set(notes).size).toBe(2)
    for (const note of notes) {
      expect(note).toMatch(/^[A-Za-z0-9_-]+$/)
      expect(atob(note.replaceAll('-', '+').replaceAll('_', '/'))).not.toContain(secret)
    }
  })

  test('gives another page of the same host its store and shares back, and never the device’s keys', async () => {
    const { memory, keys } = await startFrame()
    const note = await sealNote(keys.note, shop, memory)
    const next = createPageMemory()
    expect(await openNote(keys.note, shop, note, next)).toBe(true)
    expect([...next.kept]).toEqual([...memory.kept])
    expect([...next.keys]).toEqual([['pair ada', { v: 1, account: 'ada' }]])
  })

  test('opens for no other host, project or key, and not with one letter changed', async () => {
    const { memory, keys } = await startFrame()
    const note = await sealNote(keys.note, shop, memory)
    const at = Math.floor(note.length / 2)
    const changed = `${note.slice(0, at)}${note[at] === 'A' ? 'B' : 'A'}${note.slice(at + 1)}`
    for (const [key, owner, text] of [
      [keys.note, { ...shop, host: 'https://evil.example' }, note],
      [keys.note, { ...shop, projectId: 'evil' }, note],
      [await makeNoteKey(), shop, note],
      [keys.note, shop, changed],
      [keys.note, shop, ''],
      [keys.note, shop, '%%'],
    ] as const) {
      const next = createPageMemory()
      expect(await openNote(key, owner, text, next)).toBe(false)
      expect([next.kept.size, next.keys.size]).toEqual([0, 0])
    }
  })

  test('leaves out what would make it too long, but not the login', async () => {
    const { memory, keys } = await startFrame()
    memory.kept.set('receivers', { v: 1, at: 0, data: Array.from({ length: 2_000 }, () => 'x'.repeat(42)) })
    const note = await sealNote(keys.note, shop, memory)
    expect(note.length).toBeLessThan(16_384)
    const next = createPageMemory()
    await openNote(keys.note, shop, note, next)
    expect([...next.kept.keys()]).toEqual(['login', 'use'])
  })
})

describe('the window that stores the keys of a frame', () => {
  test('T02: gives them to a frame under the same host and project, and to no other', async () => {
    const { keys } = await startFrame()
    const database = createMemoryDatabase()
    const ask = (asked: Parameters<typeof answerKeeper>[1]) => answerKeeper(async () => database, asked)
    expect(await ask({ is: 'keep', owner: shop, keys })).toEqual({ is: 'kept' })
    expect(await ask({ is: 'open', owner: shop })).toEqual({ is: 'opened', keys })
    for (const other of [
      { host: 'https://evil.example' },
      { projectId: 'evil' },
      { host: 'https://shop.example.evil' },
    ])
      expect(await ask({ is: 'open', owner: { ...shop, ...other } })).toEqual({ is: 'none' })
  })

  test('T19: does not give back what no frame stored', async () => {
    const { keys } = await startFrame()
    const readable = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, true, [
      'encrypt',
      'decrypt',
    ])
    for (const record of [
      {},
      null,
      'keys',
      { ...keys, note: readable },
      { ...keys, wrap: readable },
      { note: keys.note },
    ]) {
      expect(isKeeperKeys(record)).toBe(false)
      const database = createMemoryDatabase(new Map([['keys shop https://shop.example', record]]))
      expect(await answerKeeper(async () => database, { is: 'open', owner: shop })).toEqual({ is: 'none' })
    }
  })

  test('says that it stores nothing where the browser stores nothing for it either', async () => {
    const denied = () => Promise.reject(new DOMException('denied', 'SecurityError'))
    expect(await answerKeeper(denied, { is: 'open', owner: shop })).toEqual({ is: 'failed' })
  })
})

test('a page’s memory reports the changes of one task once', async () => {
  const memory = createPageMemory()
  let count = 0
  memory.watch(() => count++)
  memory.kept.set('a', 1)
  memory.keys.set('b', 2)
  await Promise.resolve()
  expect(count).toBe(1)
  memory.kept.delete('none')
  await Promise.resolve()
  expect(count).toBe(1)
  memory.kept.clear()
  await Promise.resolve()
  expect(count).toBe(2)
})
