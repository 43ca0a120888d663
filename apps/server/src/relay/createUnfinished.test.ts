import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createUnfinished } from './createUnfinished.ts'

/** A masked frame; the mask is zero. */
function frame(text: string, { isLast = true, opcode = 1 } = {}): Buffer {
  const payload = Buffer.from(text)
  const header = Buffer.alloc(payload.length > 125 ? 14 : 6)
  header[0] = (isLast ? 0x80 : 0) | opcode
  if (payload.length > 125) {
    header[1] = 0x80 | 127
    header.writeBigUInt64BE(BigInt(payload.length), 2)
  } else header[1] = 0x80 | payload.length
  return Buffer.concat([header, payload])
}

function open() {
  const unfinished = createUnfinished({ single: 1_000, perAddress: 3_000, clock: () => performance.now() })
  const connect = (address = 'a') => {
    const stream = new PassThrough()
    const ends: string[] = []
    unfinished.watch(stream, address, why => ends.push(why))
    return {
      ends,
      stream,
      send: (bytes: Buffer) => {
        stream.emit('data', bytes)
      },
    }
  }
  return { connect, stop: unfinished.stop }
}

describe('createUnfinished', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('S7: lets whole messages pass, whatever the pieces they come in', () => {
    const { connect } = open()
    const { send, ends } = connect()
    const all = Buffer.concat([
      frame('one'),
      frame('two', { isLast: false }),
      frame('', { opcode: 10 }),
      frame('three', { opcode: 0 }),
      frame('x'.repeat(900)),
    ])
    for (const size of [1, 2, 7, 500, all.length])
      for (let at = 0; at < all.length; at += size) send(all.subarray(at, at + size))
    vi.advanceTimersByTime(60_000)
    expect(ends).toEqual([])
  })

  it('S7: ends a socket whose message is unfinished for 5 s, however many pongs it sends', () => {
    const { connect } = open()
    const { send, ends } = connect()
    send(frame('begun', { isLast: false }))
    for (let second = 0; second < 5; second++) {
      expect(ends).toEqual([])
      send(frame('pong', { opcode: 10 }))
      send(frame('more', { isLast: false, opcode: 0 }))
      vi.advanceTimersByTime(1_000)
    }
    expect(ends).toEqual(['late'])
  })

  it('S7: counts the five seconds for each message, also when one ends in the bytes that begin the next', () => {
    const { connect } = open()
    const { send, ends } = connect()
    const bytes = frame('message')
    send(bytes.subarray(0, 4))
    for (let round = 0; round < 5; round++) {
      vi.advanceTimersByTime(3_000)
      send(Buffer.concat([bytes.subarray(4), bytes.subarray(0, 4)]))
    }
    expect(ends).toEqual([])
    vi.advanceTimersByTime(5_000)
    expect(ends).toEqual(['late'])
  })

  it('S7: refuses what is larger than a call once it is known to be no batch, and takes a batch in pieces', () => {
    const { connect } = open()
    const single = connect()
    const large = frame('x'.repeat(1_001))
    single.send(large.subarray(0, 313))
    expect(single.ends).toEqual([])
    single.send(large.subarray(313, 314))
    expect(single.ends).toEqual(['large'])
    const fragments = connect()
    fragments.send(frame('x'.repeat(600), { isLast: false }))
    fragments.send(frame('x'.repeat(600), { isLast: false, opcode: 0 }))
    expect(fragments.ends).toEqual(['large'])
    const batch = connect()
    const whole = connect('b')
    const head = '{"id":1,"method":"irn_batchPublish","params":'
    batch.send(frame(head + 'x'.repeat(900), { isLast: false }))
    const one = frame(head + 'x'.repeat(1_000))
    for (let at = 0; at < one.length; at += 5) whole.send(one.subarray(at, at + 5))
    batch.send(frame('x'.repeat(600), { isLast: false, opcode: 0 }))
    expect([...batch.ends, ...whole.ends]).toEqual([])
  })

  it('S7: ends the socket that exceeds what an address may leave unfinished, and counts closed ones no longer', () => {
    const { connect } = open()
    const part = frame('x'.repeat(900)).subarray(0, 890)
    const peers = [connect(), connect(), connect(), connect()]
    for (const { send } of peers) send(part)
    expect(peers.map(({ ends }) => ends)).toEqual([[], [], [], ['full']])
    const other = connect('b')
    other.send(part)
    expect(other.ends).toEqual([])
    peers[0]?.stream.emit('close')
    const next = connect()
    next.send(part)
    expect(next.ends).toEqual([])
  })
})
