import { giveOne } from 'latchkey/oneof'
import { expect, test } from 'vitest'
import type { Frame } from '../frame.ts'
import { locksOf, openPageLocks } from './locksOf.ts'
import { openLocks } from './openLocks.ts'

const denied = {
  'a browser without locks': () => {
    throw new TypeError('no locks')
  },
  'a page without storage': () => ({
    request: () => Promise.reject(new DOMException('denied', 'SecurityError')),
  }),
}

test.each(Object.entries(denied))('F30: %s has its own locks, which keep their order', async (_, browser) => {
  const locks = await openLocks(browser)
  const done: string[] = []
  const { promise, resolve } = Promise.withResolvers<void>()
  const first = locks.request('a', () => promise.then(() => done.push('first')))
  const failing = locks.request('a', () => Promise.reject(new Error('no')))
  const last = locks.request('a', async () => done.push('last'))
  await locks.request('b', async () => done.push('other'))
  resolve()
  await expect(failing).rejects.toThrow('no')
  await Promise.all([first, last])
  expect(done).toEqual(['other', 'first', 'last'])
})

test("whether a lock is held is the browser's answer; a page without locks knows of itself alone", async () => {
  const locks = locksOf({} as Frame)
  await locks.request('held', async () => expect(await locks.isHeld?.('held')).toBe(true))
  expect(await locks.isHeld?.('held')).toBe(false)
  const denying = {} as Frame
  giveOne(denying, openPageLocks, openLocks(denied['a page without storage']))
  const alone = locksOf(denying)
  await alone.request('held', async () => expect(await alone.isHeld?.('held')).toBeUndefined())
})

test('asks a browser that has locks', async () => {
  expect(await openLocks(() => navigator.locks)).toBe(navigator.locks)
})
