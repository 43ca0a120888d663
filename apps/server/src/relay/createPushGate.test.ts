import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createPushGate } from './createPushGate.ts'
import type { RelaySocket } from './socket.ts'

function open() {
  const gate = createPushGate({ clock: () => performance.now() })
  const pings: string[] = []
  const transport = { ping: (payload = '') => pings.push(payload) }
  const socket = { transport, gate: undefined } as unknown as RelaySocket
  const sent: string[] = []
  return {
    gate,
    socket,
    sent,
    pings,
    push: (name: string, bytes = 1) => gate.pass(socket, bytes, () => sent.push(name)),
    pong: (payload = pings.at(-1) ?? '') => gate.hear(socket, Buffer.from(payload)),
  }
}

describe('createPushGate', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('sends at once to a socket that has not published', () => {
    const { push, sent, pings } = open()
    push('a')
    expect([sent, pings]).toEqual([['a'], []])
  })

  it('holds a message until the client has read the acknowledgement of the publish before it', () => {
    const { gate, socket, push, pong, sent, pings } = open()
    const left = gate.begin(socket)
    push('answer')
    vi.advanceTimersByTime(500)
    expect([sent, pings]).toEqual([[], []])
    left()
    expect([sent, pings.length]).toEqual([[], 1])
    pong()
    expect(sent).toEqual(['answer'])
    expect(socket.gate).toBeUndefined()
  })

  it('holds a message that comes right behind the acknowledgement, and none a while later', () => {
    const { gate, socket, push, pong, sent } = open()
    gate.begin(socket)()
    push('answer')
    expect(sent).toEqual([])
    pong()
    expect(sent).toEqual(['answer'])
    gate.begin(socket)()
    vi.advanceTimersByTime(2_000)
    push('later')
    expect(sent).toEqual(['answer', 'later'])
  })

  it('holds a message for earlier publishes and not for later ones, in order', () => {
    const { gate, socket, push, pong, sent } = open()
    const first = gate.begin(socket)
    push('one')
    const second = gate.begin(socket)
    push('two')
    first()
    pong()
    expect(sent).toEqual(['one'])
    second()
    pong()
    expect(sent).toEqual(['one', 'two'])
  })

  it('counts acknowledgements in the order in which they leave', () => {
    const { gate, socket, push, pong, sent } = open()
    const [first, second] = [gate.begin(socket), gate.begin(socket)]
    push('answer')
    second()
    pong()
    expect(sent).toEqual([])
    first()
    pong()
    expect(sent).toEqual(['answer'])
  })

  it('holds a message as long as the disk takes, and then until the acknowledgement is read', () => {
    const { gate, socket, push, pong, sent } = open()
    const left = gate.begin(socket)
    push('answer')
    vi.advanceTimersByTime(59_000)
    left()
    vi.advanceTimersByTime(999)
    expect(sent).toEqual([])
    pong()
    expect(sent).toEqual(['answer'])
  })

  it('sends after a minute without an acknowledgement: official clients have given the publish up', () => {
    const { gate, socket, push, sent } = open()
    gate.begin(socket)
    push('one')
    vi.advanceTimersByTime(400)
    push('two')
    vi.advanceTimersByTime(59_599)
    expect(sent).toEqual([])
    vi.advanceTimersByTime(1)
    expect(sent).toEqual(['one'])
    vi.advanceTimersByTime(400)
    expect(sent).toEqual(['one', 'two'])
  })

  it('waits five seconds for the answer to its ping', () => {
    const { gate, socket, push, sent } = open()
    const left = gate.begin(socket)
    push('answer')
    left()
    vi.advanceTimersByTime(4_999)
    expect(sent).toEqual([])
    vi.advanceTimersByTime(1)
    expect(sent).toEqual(['answer'])
  })

  it('believes no answer to a ping that it has not sent', () => {
    const { gate, socket, push, pong, sent } = open()
    const left = gate.begin(socket)
    push('answer')
    left()
    for (const payload of ['', '2', '1e99', 'NaN', '-1']) pong(payload)
    expect(sent).toEqual([])
  })

  it('holds a megabyte at most', () => {
    const { gate, socket, push, sent } = open()
    gate.begin(socket)
    push('large', 1_000_000)
    expect(sent).toEqual([])
    push('larger', 100_000)
    expect(sent).toEqual(['large'])
  })

  it('sends everything when the socket leaves, and forgets it', () => {
    const { gate, socket, push, sent } = open()
    const left = gate.begin(socket)
    push('answer')
    gate.open(socket)
    left()
    expect(sent).toEqual(['answer'])
    expect(socket.gate).toBeUndefined()
  })

  it('keeps nothing of a socket that has read its acknowledgements', () => {
    const { gate, socket } = open()
    for (let publish = 0; publish < 1_000; publish++) {
      gate.begin(socket)()
      vi.advanceTimersByTime(2_000)
    }
    expect(socket.gate?.unread.size).toBe(1)
    gate.tidy(socket)
    expect(socket.gate).toBeUndefined()
  })
})
