import { expect, it } from 'vitest'
import { timingsOf, windowAt } from './relayPlan.ts'
import { summariseRelay } from './summariseRelay.ts'

const timings = (perSecond: number, p99: number) => ({ count: 1, perSecond, p50: 1, p99 })
const published = (perSecond: number, ack: number, delivery: number) => ({
  ack: timings(perSecond, ack),
  delivery: timings(perSecond, delivery),
  failed: 0,
})

it('holds the rate at full speed and the times at a steady one, scaled to the sockets of the budget', () => {
  const { rows, ofEcho, failed, text } = summariseRelay(
    {
      echo: timings(20_000, 2),
      most: published(5_000, 900, 900),
      steady: published(3_000, 20, 60),
      replay: timings(20, 100),
      neighbours: {
        calm: published(600, 10, 10),
        flooded: published(600, 11, 13),
        rounds: { calm: [10, 10, 90], flooded: [13, 1, 13] },
      },
      flood: { sent: 9_000, taken: 500, refused: 8_000, closed: 20 },
      sockets: 10,
      idleMb: 30,
      handshakesPerSecond: 1_000,
      stormSeconds: 5,
    },
    name => ({ publishPerSecond: 3_000, sockets: 20, stormSeconds: 9, floodedRatio: 1.2 })[name] ?? 50,
  )
  expect(ofEcho).toBe(0.25)
  expect(rows.filter(({ ok }) => !ok).map(({ name, value }) => [name, value])).toEqual([
    ['deliveryP99Ms', 60],
    ['replayMs', 100],
    ['floodedRatio', 1.3],
    ['idleMb', 60],
    ['stormSeconds', 10],
  ])
  expect(failed).toBe(5)
  expect(text).toContain('delivery p99 10.0 → 13.0 ms, ack p99 10.0 → 11.0 ms')
  expect(text.split('\n').at(-1)).toBe('2 passed, 5 failed')
})

it('reads percentiles off the sorted times', () => {
  const times = Array.from({ length: 100 }, (_, index) => 100 - index)
  expect(timingsOf(times, 2)).toEqual({ count: 100, perSecond: 50, p50: 51, p99: 100 })
  expect(timingsOf([], 1)).toMatchObject({ count: 0, p99: 0 })
})

it('has calm and flooded windows in turn, with time to work a flood off', () => {
  const windows = { from: 10_000, seconds: 4, rounds: 2 }
  const at = (...seconds: number[]) => seconds.map(each => windowAt(windows, 10_000 + each * 1_000))
  expect(at(-1, 0, 0.999)).toEqual(['pause', 'pause', 'pause'])
  expect(at(1, 4.999, 5, 8.999, 9, 11.999)).toEqual(['calm', 'calm', 'flooded', 'flooded', 'pause', 'pause'])
  expect(at(12, 16, 20, 22.999, 23)).toEqual(['calm', 'flooded', 'pause', 'pause', 'over'])
})
