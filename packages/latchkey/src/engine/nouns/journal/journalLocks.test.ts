import { describe, expect, test } from 'vitest'
import { createJournalLocks } from './journalLocks.ts'

function deferred() {
  let settle: (() => void) | undefined
  const promise = new Promise<void>(resolve => {
    settle = resolve
  })
  return { promise, settle: () => settle?.() }
}

const refuse = () => Promise.reject(new DOMException('denied', 'SecurityError'))
const denied: LockManager = { request: refuse, query: refuse }

// The page's own locks, a browser that has none, and one that grants none to a sandboxed frame.
describe.each([
  ['of the browser', undefined],
  ['within one tab', null],
  ['that are denied', denied],
])('T73 locks %s', (kind, locks) => {
  test('alone: refuses a second caller as busy, and is free again after a failure as well', async () => {
    const all = createJournalLocks(locks)
    const name = `alone ${kind}`
    const first = deferred()
    const running = all.alone(name, () => first.promise)
    await expect(all.alone(name, async () => 1)).rejects.toMatchObject({ code: 'SEND_BUSY' })
    expect(await all.isHeld(name)).toBe(true)
    expect(await all.alone(`${name} other`, async () => 2)).toBe(2)
    first.settle()
    await running
    await expect(all.alone(name, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await all.alone(name, async () => 3)).toBe(3)
    expect(await all.isHeld(name)).toBe(false)
  })

  test('in turn: one after the other', async () => {
    const all = createJournalLocks(locks)
    const order: number[] = []
    const turns = [1, 2, 3].map(at =>
      all.inTurn(`turn ${kind}`, async () => {
        order.push(at)
        await new Promise(resolve => setTimeout(resolve, 0))
        order.push(at)
      }),
    )
    await Promise.all(turns)
    expect(order).toEqual([1, 1, 2, 2, 3, 3])
  })
})
