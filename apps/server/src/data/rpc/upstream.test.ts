import { expect, it } from 'vitest'
import { createUpstream, rankUpstreams, type Sample, scoreUpstreams } from './upstream.ts'

const up = (latency: number): Sample => ({ isAnswered: true, latency })
const down: Sample = { isAnswered: false, latency: 1_000 }

it.each<[string, Sample[][], number[]]>([
  ['no pings yet', [[], []], [0.7, 0.7]],
  ['one answers twice as fast', [[up(50)], [up(100)]], [0.85, 0.7]],
  [
    'one never answers',
    [
      [down, down],
      [up(100), up(100)],
    ],
    [0, 0.97],
  ],
  [
    'one answers half the time, but fast',
    [
      [up(0), down],
      [up(900), up(900)],
    ],
    [0.5, 0.73],
  ],
  ['all at once', [[up(0)], [up(0)]], [0.7, 0.7]],
])('F14: %s', (_name, samples, scores) => {
  expect(scoreUpstreams(samples).map(score => Math.round(score * 100) / 100)).toEqual(scores)
})

it('F14 F16 F17: the order to ask in', () => {
  const [a, b, c, d, e] = ['a', 'b', 'c', 'd', 'e'].map(label => createUpstream('http://n.example', label))
  if (!a || !b || !c || !d || !e) throw new Error('no nodes')
  const order = (now = 100_000) => rankUpstreams([a, b, c, d, e], now).map(({ label }) => label)
  expect(order().join('')).toBe('abcde')
  for (const [upstream, latency] of [
    [a, 90],
    [b, 10],
    [c, 50],
    [d, 60],
    [e, 70],
  ] as const)
    upstream.samples = [up(latency)]
  expect(order().join('')).toBe('bcdea')
  b.failedAt = 80_000
  c.isStale = true
  d.isQuarantined = true
  expect(order().join('')).toBe('eabc')
  expect(order(110_000).join('')).toBe('beac')
  expect(rankUpstreams([d], 0)).toEqual([])
})
