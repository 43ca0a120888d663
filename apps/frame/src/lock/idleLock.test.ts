import { expect, it } from 'vitest'
import { openKeptStore } from '../store/openKeptStore.ts'
import { createIdleLock, idleLimit, isOpen } from './idleLock.ts'

it.each([
  ['was never used', undefined, false],
  ['is used right now', 0, true],
  ['was used a moment short of the limit ago', idleLimit - 1, true],
  ['was used that long ago', idleLimit, false],
  ['was used at a time that is still to come', -1, false],
])('T79: knows whether a wallet that %s is open', (_, ago, open) => {
  expect(isOpen(ago === undefined ? undefined : 1e12 - ago, 1e12)).toBe(open)
})

it('T79: use keeps it open, and unlocks nothing after an idle time: only a proof does', async () => {
  const store = openKeptStore('latchkey', () => {
    throw new Error('no storage here')
  })
  const at = { now: 1e12 }
  const lock = createIdleLock({ store, now: () => at.now })
  // Another tab of the same browser.
  const other = createIdleLock({ store, now: () => at.now })
  expect(await lock.isLocked()).toBe(true)
  await lock.touch()
  expect(await lock.isLocked()).toBe(true)
  await lock.unlock()
  for (let minutes = 0; minutes < 60; minutes += 10) {
    at.now += 600_000
    await lock.touch()
    expect(await other.isLocked()).toBe(false)
  }
  at.now += idleLimit
  expect([await lock.isLocked(), await other.isLocked()]).toEqual([true, true])
  await other.touch()
  expect(await lock.isLocked()).toBe(true)
  await other.unlock()
  expect(await lock.isLocked()).toBe(false)
})
