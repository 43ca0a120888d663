import { expect, test } from 'vitest'
import { createFakeClock } from './createFakeClock.fixture.ts'
import { watchSilence } from './watchSilence.ts'

function watched(limitMs: number) {
  const clock = createFakeClock()
  const ended: number[] = []
  return { clock, ended, watch: watchSilence(clock, limitMs, () => ended.push(clock.now())) }
}

test('silence is called once, when the limit has passed since the beginning', () => {
  const { clock, ended } = watched(100)
  clock.advance(99)
  expect(ended).toEqual([])
  clock.advance(500)
  expect(ended).toEqual([100])
})

test('a word, even the last moment before, gives the whole limit again', () => {
  const { clock, ended, watch } = watched(100)
  clock.advance(99)
  watch.heard()
  clock.advance(60)
  watch.heard()
  clock.advance(99)
  expect(ended).toEqual([])
  clock.advance(1)
  expect(ended).toEqual([259])
})

test('a watch that was stopped calls nothing', () => {
  const { clock, ended, watch } = watched(100)
  clock.advance(50)
  watch.heard()
  clock.advance(60)
  watch.stop()
  clock.advance(1_000)
  expect(ended).toEqual([])
})
