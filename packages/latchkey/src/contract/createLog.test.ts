import { expect, it } from 'vitest'
import { createFakeClock } from '../engine/fixtures/createFakeClock.ts'
import { createLog } from './createLog.ts'

const clock = createFakeClock(1_795_000_000_000)

it('stores errors only, unless a level is given (SPEC §9 "Log buffer")', () => {
  const log = createLog(clock)
  for (const level of ['debug', 'info', 'warn', 'error'] as const) log.write(level, level)
  expect(log.read()).toBe('2026-11-18T11:06:40.000Z error error')
  const all = createLog(clock, 'debug')
  for (const level of ['debug', 'info', 'warn', 'error'] as const) all.write(level, level)
  expect(all.read().split('\n')).toHaveLength(4)
})

it('holds at most 1,024,000 bytes; the oldest go first, and one entry cannot push out all others', () => {
  const log = createLog(clock)
  log.write('error', 'first')
  // Two bytes a character.
  for (let at = 0; at < 3_000; at++) log.write('error', `${at} ${'é'.repeat(5_000)}`)
  const lines = log.read().split('\n')
  const size = new TextEncoder().encode(`${log.read()}\n`).length
  expect(size).toBeLessThanOrEqual(1_024_000)
  expect(size).toBeGreaterThan(1_024_000 - 5_000)
  expect(lines.at(-1)).toContain(' 2999 ')
  expect(log.read()).not.toContain('first')
})
