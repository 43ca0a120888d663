import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import {
  chooseFrameProtocol,
  type FrameCallName,
  frameCalls,
  frameEvents,
  frameHelloSchema,
  frameProtocol,
  frameReportSchema,
  frameWelcomeSchema,
  readFrameAnswer,
  readFrameMessage,
  readFrameRequest,
} from './frame.ts'

interface Corpus {
  readonly reports: readonly unknown[]
  readonly hello: unknown
  readonly welcome: unknown
  readonly requests: Readonly<Record<string, readonly unknown[]>>
  readonly answers: Readonly<Record<string, readonly unknown[]>>
  readonly errors: readonly unknown[]
  readonly events: Readonly<Record<string, readonly unknown[]>>
}

const id = '0d3f2c1a-9b7e-4f60-8a51-2c3d4e5f6071'
const corpusOf = (protocol: number): Corpus =>
  JSON.parse(readFileSync(new URL(`./corpus/frame${protocol}.json`, import.meta.url), 'utf8'))
const spoken = Array.from(
  { length: frameProtocol.max - frameProtocol.min + 1 },
  (_, at) => frameProtocol.min + at,
)

describe.each(spoken)('every message of protocol %i, as it was released, is still read (C5)', protocol => {
  const corpus = corpusOf(protocol)

  test.each(Object.entries(corpus.requests).flatMap(([name, all]) => all.map(one => [name, one] as const)))(
    'request %s %j',
    (name, payload) => {
      expect(readFrameRequest({ type: `@latchkey-app/${name}`, id, payload })).toEqual({
        is: 'request',
        id,
        name,
        payload,
      })
    },
  )
  test.each(Object.entries(corpus.answers).flatMap(([name, all]) => all.map(one => [name, one] as const)))(
    'answer %s %j',
    (name, payload) => {
      const read = readFrameMessage({ type: `@latchkey-frame/${name}_SUCCESS`, id, payload })
      expect(read).toEqual({ is: 'answer', id, name, payload })
      expect(readFrameAnswer(name as FrameCallName, payload)).toEqual(payload)
      // What a later frame adds is let go.
      expect(readFrameAnswer(name as FrameCallName, { ...Object(payload), later: 1 })).toEqual(payload)
    },
  )
  test.each(Object.entries(corpus.events).flatMap(([name, all]) => all.map(one => [name, one] as const)))(
    'event %s %j',
    (name, payload) => {
      expect(readFrameMessage({ type: `@latchkey-frame/${name}`, payload })).toEqual({
        is: 'event',
        name,
        payload,
      })
    },
  )
  test('errors, and the handshake', () => {
    for (const payload of corpus.errors)
      expect(readFrameMessage({ type: '@latchkey-frame/GET_USER_ERROR', id, payload })).toEqual({
        is: 'error',
        id,
        name: 'GET_USER',
        error: payload,
      })
    for (const report of corpus.reports) expect(v.parse(frameReportSchema, report)).toEqual(report)
    expect(v.parse(frameHelloSchema, corpus.hello)).toEqual(corpus.hello)
    expect(v.parse(frameWelcomeSchema, corpus.welcome)).toEqual(corpus.welcome)
  })
})

test('the corpus of the newest protocol has every request, answer and event', () => {
  const corpus = corpusOf(frameProtocol.max)
  const names = Object.keys(frameCalls).sort()
  expect(Object.keys(corpus.requests).sort()).toEqual(names)
  expect(Object.keys(corpus.answers).sort()).toEqual(names.filter(name => !name.includes('OTP')))
  expect(Object.keys(corpus.events).sort()).toEqual(Object.keys(frameEvents).sort())
})

test.each([
  [[1, 1], 1],
  [[1, 9], 1],
  [[2, 9], undefined],
  [[0, 0], undefined],
] as const)('a page that speaks %j gets protocol %j', (theirs, chosen) => {
  expect(chooseFrameProtocol(theirs)).toBe(chosen)
})

test('two releases agree on the newest protocol that both speak', () => {
  expect(chooseFrameProtocol([1, 3], { min: 2, max: 5 })).toBe(3)
  expect(chooseFrameProtocol([3, 9], { min: 2, max: 5 })).toBe(5)
  expect(chooseFrameProtocol([1, 1], { min: 2, max: 5 })).toBeUndefined()
})

test.each([
  ['an unknown name', { type: '@latchkey-app/MINT', id }, 'unsupported'],
  ['a name of every object', { type: '@latchkey-app/CONSTRUCTOR', id }, 'unsupported'],
  ['a field too many', { type: '@latchkey-app/IS_CONNECTED', id, payload: { a: 1 } }, 'invalid'],
  ['a field too many around it', { type: '@latchkey-app/IS_CONNECTED', id, more: 1 }, 'malformed'],
  ['no id', { type: '@latchkey-app/IS_CONNECTED' }, 'malformed'],
  ['a guessable id', { type: '@latchkey-app/IS_CONNECTED', id: '1' }, 'malformed'],
  ['another prefix', { type: '@latchkey-frame/IS_CONNECTED', id }, 'malformed'],
  ['a list', [], 'malformed'],
  ['a text', '{"type":"@latchkey-app/IS_CONNECTED"}', 'malformed'],
] as const)('%s is %s', (_, message, is) => {
  expect(readFrameRequest(message).is).toBe(is)
})

test('a provider call holds plain JSON: no map, no cycle, no own __proto__, nothing deep or long', () => {
  const read = (params: unknown) =>
    readFrameRequest({
      type: '@latchkey-app/RPC_REQUEST',
      id,
      payload: { chainId: 'eip155:1', method: 'eth_call', params },
    }).is
  const cycle: unknown[] = []
  cycle.push(cycle)
  let deep: unknown = 1
  for (let level = 0; level < 40; level++) deep = [deep]
  expect(read([{ to: '0x1', data: null }, 'latest'])).toBe('request')
  const refused = [
    new Map(),
    cycle,
    deep,
    JSON.parse('{"__proto__":{"polluted":true}}'),
    'a'.repeat(262_145),
    Array(300_000),
    [Number.NaN],
    [1n],
    [new Date()],
  ]
  for (const value of refused) expect(read(value)).toBe('invalid')
})

test('whatever comes, reading throws nothing', () => {
  fc.assert(
    fc.property(fc.anything({ withMap: true, withDate: true, withNullPrototype: true }), value => {
      readFrameRequest(value)
      readFrameMessage(value)
      for (const name of Object.keys(frameCalls) as FrameCallName[]) {
        readFrameRequest({ type: `@latchkey-app/${name}`, id, payload: value })
        readFrameAnswer(name, value)
      }
    }),
    { numRuns: 300 },
  )
})
