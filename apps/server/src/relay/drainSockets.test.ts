import { relayCloseCodes } from 'latchkey/services'
import { afterEach, expect, it, vi } from 'vitest'
import { drainSockets } from './drainSockets.ts'

type Options = Parameters<typeof drainSockets>[0]

afterEach(() => {
  vi.useRealTimers()
})

it('lets each socket go in its share of the time, and cuts the one that does not answer', async () => {
  vi.useFakeTimers()
  const log: string[] = []
  const socketOf = (name: number) => ({
    transport: {
      close(code: number) {
        log.push(`close ${name}`)
        expect(code).toBe(relayCloseCodes.goingAway)
        if (name > 0) sockets.delete(socket(name))
      },
      terminate: () => log.push(`terminate ${name}`),
    },
  })
  const all = Array.from({ length: 10 }, (_, name) => socketOf(name))
  const socket = (name: number) => all[name] as (typeof all)[number]
  const sockets = new Set(all)
  let isDone = false
  const draining = drainSockets({
    hub: { sockets: sockets as unknown as Options['hub']['sockets'] },
    metrics: { closed: reason => expect(reason).toBe('drain') },
    clock: () => performance.now(),
    time: 5_000,
    lastWords: 2_000,
  }).then(() => {
    isDone = true
  })
  // Each lies within [share, share + 1): at its very beginning too, which is the end of the one before.
  await vi.advanceTimersByTimeAsync(499)
  for (let share = 1; share <= 10; share++) {
    if (share > 1) await vi.advanceTimersByTimeAsync(500)
    expect(log).toEqual(Array.from({ length: share }, (_, name) => `close ${name}`))
  }
  await vi.advanceTimersByTimeAsync(1_400)
  expect(isDone).toBe(false)
  await vi.advanceTimersByTimeAsync(700)
  await draining
  expect(log.slice(10)).toEqual(['terminate 0'])
})
