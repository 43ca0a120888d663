import { expect, it } from 'vitest'
import { readAnswer } from './createConnection.ts'
import { summariseServices } from './summariseServices.ts'

const load = (perSecond: number, p99: number) => ({ requests: 1, refused: 0, perSecond, p50: 1, p99 })
const measured = (perSecond: number, p99: number) => ({ most: load(perSecond, 99), steady: load(100, p99) })
const numbers = {
  startMs: 900,
  bare: load(10_000, 3),
  config: measured(5_000, 4),
  balance: measured(4_000, 6),
  directory: measured(6_000, 5),
  rpc: measured(2_000, 9),
  rpcDirect: load(1_500, 2),
  history: load(100, 12),
  indexedBlocks: 900,
  soak: { seconds: 10, rssMb: 100, growth: -1, perHour: -360 },
}

it('holds the slower of two against the budget, a proxy against its node, and all against a bare handler', () => {
  const { rows, failed, text } = summariseServices(numbers, name => (name === 'rpcAddedP99Ms' ? 5 : 1_000))
  const row = (name: string) => rows.find(each => each.name === name)
  expect(row('dataPerSecond')).toMatchObject({ value: 4_000, ofBare: 0.4, ok: true })
  expect(row('dataP99Ms')).toMatchObject({ value: 6, kind: 'most', ok: true })
  expect(row('rpcAddedP99Ms')).toMatchObject({ value: 7, ok: false })
  expect(row('indexedBlocksPerSecond')).toMatchObject({ value: 900, ofBare: undefined, ok: false })
  expect(failed).toBe(2)
  expect(text.split('\n').at(-1)).toBe('8 passed, 2 failed')
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
