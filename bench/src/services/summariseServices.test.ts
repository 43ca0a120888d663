import { expect, it } from 'vitest'
import { readAnswer } from './createConnection.ts'
import { summariseServices } from './summariseServices.ts'

const load = (perSecond: number, p99: number) => ({ requests: 1, refused: 0, perSecond, p50: 1, p99 })
const measured = (perSecond: number, p99: number) => ({
  most: load(perSecond, 99),
  half: load(perSecond / 2, p99),
})
const numbers = {
  bare: [measured(10_000, 3), measured(11_000, 2), measured(9_000, 4)],
  config: measured(5_000, 4),
  balance: measured(1_900, 31),
  directory: measured(6_000, 5),
  rpc: measured(2_000, 30),
  history: load(100, 12),
  oneByOne: [1_000, 1_100],
  indexing: { indexed: 900, read: [1_800, 1_900] },
  starts: { services: [1_000, 900, 1_500], bare: [200, 210, 190] },
  soak: { seconds: 10, rssMb: 100, growth: -1, perHour: -360 },
}
const budgets: Readonly<Record<string, number>> = {
  dataPercent: 20,
  directoryPercent: 20,
  rpcPercent: 20,
  dataP99Ratio: 10,
  directoryP99Ratio: 10,
  rpcP99Ratio: 10,
  historyPercent: 5,
  indexedPercent: 25,
  startRatio: 5,
  soakGrowthPercent: 10,
}
const budget = (name: string) => budgets[name] ?? Number.NaN

it('judges the slower of two, each beside the medians of what is bare', () => {
  const { rows, failed, text } = summariseServices(numbers, budget)
  const row = (name: string) => rows.find(each => each.name === name)
  expect(row('dataPercent')).toMatchObject({ value: 19, verdict: 'UNDER' })
  expect(row('dataP99Ratio')).toMatchObject({ value: 31 / 3, verdict: 'OVER' })
  expect(row('rpcPercent')).toMatchObject({ value: 20, verdict: 'ok' })
  expect(row('rpcP99Ratio')).toMatchObject({ value: 10, verdict: 'ok' })
  expect(row('indexedPercent')).toMatchObject({ value: 50, verdict: 'ok' })
  expect(row('startRatio')).toMatchObject({ value: 5, verdict: 'ok' })
  expect(failed).toBe(2)
  expect(text.split('\n').at(-1)).toBe('8 passed, 2 failed')
})

it('judges nothing beside a handler that varied, except memory', () => {
  const bare = [measured(10_000, 3), measured(16_000, 2)]
  const soak = { ...numbers.soak, growth: 11 }
  const { rows } = summariseServices({ ...numbers, bare, soak }, budget)
  const verdicts = Object.fromEntries(rows.map(({ name, verdict }) => [name, verdict]))
  expect(verdicts).toMatchObject({
    dataPercent: 'too noisy to say',
    rpcP99Ratio: 'too noisy to say',
    startRatio: 'ok',
    soakGrowthPercent: 'OVER',
  })
})

it.each([
  ['HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}', { status: 200, length: 40 }],
  ['HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}HTTP/1.1 ', { status: 200, length: 40 }],
  ['HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{', undefined],
  ['HTTP/1.1 429 Too', undefined],
  ['HTTP/1.1 304 Not Modified\r\nETag: "a"\r\n\r\n', { status: 304, length: 40 }],
  ['HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n', { status: 200, length: 59 }],
  ['HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n', undefined],
])('readAnswer: %j', (text, answer) => expect(readAnswer(Buffer.from(text))).toEqual(answer))
