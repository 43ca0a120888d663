import { expect, it, test } from 'vitest'
import { createMemoryStorage } from '../../base/pageStorage.ts'
import { createKeyStore } from '../../base/storage.ts'
import { createFakeClock } from '../../fixtures/createFakeClock.ts'
import { addVerified, addVersion, lastGoodList, seenVersions } from './storedDirectory.ts'

function storeWith(name: string, data: unknown) {
  const clock = createFakeClock()
  const store = createMemoryStorage()
  store.setItem(`@latchkey/default/${name}`, JSON.stringify({ v: 1, at: clock.now(), data }))
  return createKeyStore({ id: 'default', store, clock })
}

it.each([
  ['no object', 7],
  ['a version that is none', { key: 'high' }],
  ['a fraction', { key: 1.5 }],
  ['more keys than are kept', Object.fromEntries(Array.from({ length: 17 }, (_, at) => [`key${at}`, 1]))],
  ['a key that is no key', { ['x'.repeat(65)]: 1 }],
])('T19: stored versions that are %s count as none', async (_name, data) => {
  expect(await storeWith('directoryVersions', data).read(seenVersions)).toBeUndefined()
})

it.each([
  ['no list', { source: 'https://d.example', wallets: {} }],
  ['no source', { wallets: [] }],
  ['a wallet without a name', { source: 'x', wallets: [{ id: 'one' }] }],
  [
    'too many',
    { source: 'x', wallets: Array.from({ length: 201 }, (_, at) => ({ id: `w${at}`, name: 'W' })) },
  ],
])('T19: a stored list with %s counts as none', async (_name, data) => {
  expect(await storeWith('directoryList', data).read(lastGoodList)).toBeUndefined()
})

test('T19: sanitizes a stored list that was tampered with', async () => {
  const wallets = [{ id: 'one', name: 'One\u202e', homepage: 'javascript:alert(1)' }]
  const list = await storeWith('directoryList', { source: 'x', wallets }).read(lastGoodList)
  expect(list?.wallets).toEqual([{ id: 'one', name: 'One' }])
})

test('the versions of sixteen keys are kept, those used last', () => {
  let seen: Readonly<Record<string, number>> = {}
  for (let at = 0; at < 20; at++) seen = addVersion(seen, `key${at}`, at)
  seen = addVersion(seen, 'key5', 50)
  expect(Object.keys(seen)).toHaveLength(16)
  expect(seen).toMatchObject({ key5: 50, key19: 19 })
  expect(seen).not.toHaveProperty('key0')
})

test('a wallet that is verified again takes its own place; of many the latest are kept', () => {
  const wallet = (id: number, name = 'W') => ({ id: `w${id}`, name })
  const many = Array.from({ length: 200 }, (_, at) => wallet(at))
  const list = addVerified(addVerified([], many), [wallet(7, 'New'), wallet(500)])
  expect(list).toHaveLength(200)
  expect(list[0]?.id).toBe('w1')
  expect(list[6]).toEqual(wallet(7, 'New'))
  expect(list.at(-1)?.id).toBe('w500')
})
