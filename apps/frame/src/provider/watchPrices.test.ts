import { expect, test } from 'vitest'
import type { ApprovalProgress } from './approval.ts'
import type { Prices } from './createPrices.ts'
import { watchPrices } from './watchPrices.ts'

const token = `0x${'1a'.repeat(20)}`

/** A clock that is moved by hand, and services that answer as they are told. */
function openWorld() {
  let now = 0
  const timers = new Set<{ readonly at: number; readonly run: () => void }>()
  const asked: (readonly string[])[] = []
  const world = { answer: async (): Promise<Prices> => ({ '': 2_500 }) }
  const shown: ApprovalProgress['prices'][] = []
  const times: (number | undefined)[] = []
  const life = new AbortController()
  const clock = {
    now: () => now,
    wait: async () => {},
    after(milliseconds: number, run: () => void) {
      const timer = { at: now + milliseconds, run }
      timers.add(timer)
      return () => timers.delete(timer)
    },
  }
  const want = watchPrices(
    {
      clock,
      prices: async ({ tokens }) => {
        asked.push(tokens)
        return world.answer()
      },
    },
    'eip155:1',
    change => {
      shown.push(change.prices)
      times.push(change.pricedAt)
    },
    life.signal,
  )
  async function pass(milliseconds: number): Promise<void> {
    const end = now + milliseconds
    for (;;) {
      const [next] = [...timers].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)
      if (!next) break
      timers.delete(next)
      now = next.at
      next.run()
      await settle()
    }
    now = end
  }
  const settle = () => new Promise<void>(resolve => setImmediate(resolve))
  return { want, pass, settle, asked, shown, times, world, life, timers }
}

test('F27: asks at once, and again each minute while the approval is open', async () => {
  const { want, pass, settle, asked, shown, times, world } = openWorld()
  want(['', token])
  await settle()
  expect(shown).toEqual([{ '': 2_500 }])
  world.answer = async () => ({ '': 2_600, [token]: 1 })
  await pass(60_000)
  expect(asked).toEqual([
    ['', token],
    ['', token],
  ])
  expect(shown.at(-1)).toEqual({ '': 2_600, [token]: 1 })
  expect(times).toEqual([0, 60_000])
})

test('F27: a price that is three minutes old is shown no more', async () => {
  const { want, pass, settle, shown, world } = openWorld()
  want([''])
  await settle()
  world.answer = async () => Promise.reject(new Error('out'))
  await pass(179_000)
  expect(shown).toEqual([{ '': 2_500 }])
  await pass(1_000)
  expect(shown.at(-1)).toEqual({})
})

test('asks once more for a token that comes later, and an older answer does not replace a newer one', async () => {
  const { want, settle, asked, shown, world } = openWorld()
  const first = Promise.withResolvers<Prices>()
  world.answer = () => first.promise
  want([''])
  want([''])
  world.answer = async () => ({ '': 2_500, [token]: 1 })
  want([token])
  await settle()
  first.resolve({ '': 1 })
  await settle()
  expect(asked).toEqual([[''], ['', token]])
  expect(shown).toEqual([{ '': 2_500, [token]: 1 }])
})

test('an approval that is over asks and shows nothing', async () => {
  const { want, pass, settle, asked, shown, life, timers } = openWorld()
  want([''])
  life.abort()
  await settle()
  await pass(600_000)
  want([token])
  expect([asked.length, shown, timers.size]).toEqual([1, [], 0])
})
