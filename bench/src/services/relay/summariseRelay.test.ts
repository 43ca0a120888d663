import { expect, it } from 'vitest'
import { timingsOf, windowAt } from './relayPlan.ts'
import { summariseRelay } from './summariseRelay.ts'

const timings = (perSecond: number, p99: number) => ({ count: 1, perSecond, p50: 1, p99 })
const published = (perSecond: number, ack: number, delivery: number) => ({
  ack: timings(perSecond, ack),
  delivery: timings(perSecond, delivery),
  failed: 0,
})

const echoed = (perSecond: number, p99: number) => ({
  most: timings(perSecond, 9),
  half: timings(perSecond / 2, p99),
})
const numbers = {
  echo: [echoed(20_000, 2), echoed(22_000, 3)],
  most: published(1_600, 900, 900),
  half: published(800, 20, 60),
  replay: timings(20, 100),
  neighbours: {
    calm: published(600, 10, 10),
    flooded: published(600, 11, 13),
    rounds: { calm: [10, 10, 11], flooded: [13, 1, 13] },
  },
  flood: { sent: 9_000, taken: 500, refused: 8_000, closed: 20 },
  unfinished: { mb: 25, seconds: 6 },
  sockets: 10,
  idleMb: 30,
  openSeconds: 2,
  stormSeconds: 5,
  several: [
    {
      processes: 1,
      hasRedis: true,
      published: published(900, 9, 9),
      cpu: { relays: 0.5, postgres: 0.4, redis: 0 },
    },
    {
      processes: 3,
      hasRedis: true,
      published: published(800, 9, 9),
      cpu: { relays: 0.6, postgres: 0.4, redis: 0.1 },
    },
    {
      processes: 3,
      hasRedis: false,
      published: published(700, 9, 9),
      cpu: { relays: 0.6, postgres: 0.6, redis: 0 },
    },
  ],
}
const budgets: Readonly<Record<string, number>> = {
  publishPercent: 8,
  ackP99Ratio: 25,
  deliveryP99Ratio: 25,
  replayPercent: 5,
  floodedRatio: 1.2,
  unfinishedMb: 20,
  unfinishedSeconds: 10,
  sockets: 20,
  idleMb: 50,
  stormRatio: 3,
  severalCpuRatio: 2,
}
const summed = (given: typeof numbers) => summariseRelay(given, name => budgets[name] ?? Number.NaN)

it('judges rates as shares of the echo, times beside its times, and memory for the sockets of the budget', () => {
  const { rows, text } = summed(numbers)
  expect(rows.map(({ name, value, verdict }) => [name, value, verdict])).toEqual([
    ['publishPercent', 8, 'ok'],
    ['ackP99Ratio', 10, 'ok'],
    ['deliveryP99Ratio', 30, 'OVER'],
    ['replayPercent', 5, 'ok'],
    ['floodedRatio', 1.3, 'OVER'],
    ['unfinishedMb', 25, 'OVER'],
    ['unfinishedSeconds', 6, 'ok'],
    ['idleMb', 60, 'OVER'],
    ['stormRatio', 2.5, 'ok'],
    ['oneProcess', 900, 'reported'],
    ['threeProcesses', 800, 'reported'],
    ['withoutRedis', 700, 'reported'],
    ['severalCpuRatio', 2.5, 'ok'],
  ])
  expect(text).toContain('delivery p99 10.0 → 13.0 ms, ack p99 10.0 → 11.0 ms')
  expect(text.split('\n').at(-1)).toBe('6 passed, 4 failed')
})

it('judges nothing beside an echo, or calm seconds, that varied', () => {
  const rounds = { calm: [10, 10, 16], flooded: [13, 1, 13] }
  const neighbours = { ...numbers.neighbours, rounds }
  const { rows } = summed({ ...numbers, echo: [echoed(20_000, 2), echoed(31_000, 2)], neighbours })
  const noisy = rows.filter(({ verdict }) => verdict === 'too noisy to say').map(({ name }) => name)
  expect(noisy).toEqual([
    'publishPercent',
    'ackP99Ratio',
    'deliveryP99Ratio',
    'replayPercent',
    'floodedRatio',
  ])
})

it('reports that several processes were not measured where there is no PostgreSQL', () => {
  const { rows } = summariseRelay({ ...numbers, several: undefined }, name => budgets[name] ?? Number.NaN)
  expect(rows.at(-1)).toMatchObject({ name: 'severalCpuRatio', value: undefined, verdict: 'reported' })
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
