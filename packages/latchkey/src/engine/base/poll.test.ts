import { expect, test } from 'vitest'
import { createFakeClock } from '../fixtures/createFakeClock.ts'
import { poll } from './poll.ts'

const sight = { isSeen: () => true, isOnline: () => true, subscribe: () => () => undefined }
const connections = { subscribe: () => () => undefined }

test('pauses while the element of the widget is out of the page', async () => {
  const clock = createFakeClock()
  let isThere = true
  let asked = 0
  let due = 0
  const ctx = { clock, connections, signal: new AbortController().signal, isInPage: () => isThere }
  const end = poll(ctx, {
    sight,
    async refresh() {
      asked += 1
      due = clock.now() + 30_000
    },
    dueAt: () => due,
  })
  await clock.reach(30_000)
  expect(asked).toBe(2)
  isThere = false
  await clock.reach(30_000)
  clock.advance(600_000)
  expect(asked).toBe(2)
  isThere = true
  clock.advance(1_000)
  expect(asked).toBe(3)
  end()
  expect(clock.delays).toEqual([])
})
