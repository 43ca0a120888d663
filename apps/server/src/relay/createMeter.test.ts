import { expect, it } from 'vitest'
import { createMeter } from './createMeter.ts'
import type { RelaySocket } from './socket.ts'

it('T90: a call that is never refused pays before it goes on, and nothing else passes meanwhile', async () => {
  const clock = () => performance.now()
  const meter = createMeter({ limits: { callsPerSecond: 50, callsBurst: 10 }, clock })
  const socket = { tokens: 10, tokensAt: clock(), refused: 0 } as RelaySocket
  const started = clock()
  await meter.pay(socket, 10)
  const paid = meter.pay(socket, 10)
  expect(() => meter.charge(socket, 1)).toThrow('Too many requests')
  expect(socket.refused).toBe(1)
  await paid
  expect(clock() - started).toBeGreaterThan(190)
  expect(meter.left(socket)).toBeGreaterThanOrEqual(0)
})
