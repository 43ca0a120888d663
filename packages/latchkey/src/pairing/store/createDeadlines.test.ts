import { expect, it } from 'vitest'
import { createFakeClock } from '../../engine/fixtures/createFakeClock.ts'
import { createDeadlines } from './createDeadlines.ts'

it('runs each at its time, in order, and not what was cancelled', () => {
  const clock = createFakeClock(0)
  const deadlines = createDeadlines(clock)
  const ran: string[] = []
  const run = (name: string) => () => ran.push(`${name}@${clock.now()}`)
  deadlines.at(20_000, run('late'))
  deadlines.at(700, run('soon'))
  const cancel = deadlines.at(800, run('cancelled'))
  deadlines.at(-5, run('past'))
  cancel()
  clock.advance(30_000)
  expect(ran).toEqual(['past@1', 'soon@700', 'late@20000'])
  expect(clock.delays).toEqual([])
})

it('F35: after a sleep, within one heartbeat of waking, or at once when the page says that it is back', () => {
  const clock = createFakeClock(0)
  const deadlines = createDeadlines(clock)
  const ran: string[] = []
  deadlines.at(300_000, () => ran.push('pairing'))
  deadlines.at(900_000, () => ran.push('session'))
  clock.advance(4_000)
  // Ten minutes go by on the wall while no timer runs.
  const now = clock.now
  clock.now = () => now() + 600_000
  expect(ran).toEqual([])
  clock.advance(1_000)
  expect(ran).toEqual(['pairing'])
  clock.now = () => now() + 1_200_000
  deadlines.check()
  expect(ran).toEqual(['pairing', 'session'])
})

it('never sets a timer for longer than a heartbeat, and none after closing', () => {
  const clock = createFakeClock(0)
  const deadlines = createDeadlines(clock)
  deadlines.at(86_400_000, () => expect.unreachable())
  expect(clock.delays).toEqual([5_000])
  deadlines.close()
  expect(clock.delays).toEqual([])
})
