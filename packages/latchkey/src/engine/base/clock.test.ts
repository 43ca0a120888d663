import { getEventListeners } from 'node:events'
import { describe, expect, it, vi } from 'vitest'
import { createFakeClock } from '../fixtures/createFakeClock.ts'
import { systemClock } from './clock.ts'
import { wait } from './wait.ts'

describe('wait', () => {
  it('ends when the time is up, not before', async () => {
    const clock = createFakeClock()
    const ended = vi.fn()
    const waiting = wait(clock, 100).then(ended)
    clock.advance(99)
    await Promise.resolve()
    expect(ended).not.toHaveBeenCalled()
    clock.advance(1)
    await waiting
    expect(ended).toHaveBeenCalledOnce()
  })

  it('ends at once when the signal aborts, and leaves no timer and no listener', async () => {
    const clock = createFakeClock()
    const ending = new AbortController()
    const waiting = wait(clock, 100, ending.signal)
    expect(clock.delays).toEqual([100])
    ending.abort()
    await waiting
    expect(clock.delays).toEqual([])
    expect(getEventListeners(ending.signal, 'abort')).toHaveLength(0)
  })

  it('leaves no listener when the time is up either', async () => {
    const clock = createFakeClock()
    const { signal } = new AbortController()
    const waiting = wait(clock, 100, signal)
    clock.advance(100)
    await waiting
    expect(getEventListeners(signal, 'abort')).toHaveLength(0)
  })

  it('does not even start when the signal was aborted', async () => {
    const clock = createFakeClock()
    await wait(clock, 100, AbortSignal.abort())
    expect(clock.delays).toEqual([])
  })
})

describe('the system clock', () => {
  it('tells the time and runs timers', async () => {
    expect(Math.abs(systemClock.now() - Date.now())).toBeLessThan(1_000)
    await new Promise<void>(resolve => {
      systemClock.setTimeout(resolve, 1)
    })
  })

  it('does not run a cancelled timer', async () => {
    const run = vi.fn()
    systemClock.setTimeout(run, 0)()
    await new Promise<void>(resolve => {
      systemClock.setTimeout(resolve, 5)
    })
    expect(run).not.toHaveBeenCalled()
  })
})
