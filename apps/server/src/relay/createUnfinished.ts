import type { Duplex } from 'node:stream'
import type { Clock } from '../core/http/appTypes.ts'
import { createFrameReader, type FrameReader } from './createFrameReader.ts'

/** Milliseconds between two looks at unfinished messages, and the age at which one ends its socket. */
const pause = 500
const longest = 4_400

/** Bounds the messages that clients begin and do not finish (T91): in time, in size, and in bytes of an address. */
export interface Unfinished {
  /** Watches what a socket sends. `end` is called once, when it is to be cut off. */
  watch(stream: Duplex, address: string, end: (why: 'large' | 'late' | 'full') => void): void
  stop(): void
}

interface Sender {
  readonly reader: FrameReader
  readonly end: (why: 'large' | 'late' | 'full') => void
  readonly address: string
  /** What stands in the account of the address. */
  bytes: number
  /** Monotonic milliseconds since the message began. */
  since: number
}

export function createUnfinished(deps: {
  /** Bytes of a message that is no batch. */
  readonly single: number
  /** Bytes of the unfinished messages of an address. */
  readonly perAddress: number
  readonly clock: Clock
}): Unfinished {
  const accounts = new Map<string, number>()
  const senders = new Set<Sender>()

  const count = (sender: Sender, bytes: number): void => {
    const all = (accounts.get(sender.address) ?? 0) + bytes - sender.bytes
    sender.bytes = bytes
    if (all > 0) accounts.set(sender.address, all)
    else accounts.delete(sender.address)
  }
  const forget = (sender: Sender): void => {
    count(sender, 0)
    senders.delete(sender)
  }
  const cut = (sender: Sender, why: 'large' | 'late' | 'full'): void => {
    forget(sender)
    sender.end(why)
  }

  const timer = setInterval(() => {
    const now = deps.clock()
    for (const sender of senders) if (now - sender.since >= longest) cut(sender, 'late')
  }, pause)
  timer.unref()

  return {
    watch(stream, address, end) {
      const sender: Sender = { reader: createFrameReader(deps.single), end, address, bytes: 0, since: 0 }
      let isOver = false
      stream.on('data', (chunk: Buffer) => {
        if (isOver) return
        const { reader } = sender
        const before = reader.begun
        reader.read(chunk)
        if (reader.unfinished === 0) {
          forget(sender)
          return
        }
        if (!senders.has(sender) || reader.begun !== before) sender.since = deps.clock()
        senders.add(sender)
        // By what is announced: most of it never has to be read to be refused.
        count(sender, Math.max(reader.unfinished, reader.announced))
        const isLarge = reader.announced > deps.single && reader.isBatch === false
        if (!isLarge && (accounts.get(address) ?? 0) <= deps.perAddress) return
        isOver = true
        cut(sender, isLarge ? 'large' : 'full')
      })
      stream.once('close', () => {
        isOver = true
        forget(sender)
      })
    },
    stop: () => clearInterval(timer),
  }
}
