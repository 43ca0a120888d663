/** The first bytes of a message tell a batch from others. */
const headBytes = 300
const batch = /^\s*\[|"method"\s*:\s*"(?:(?:irn|waku|iridium)_batch|wc_approveSession")/

/**
 * Follows the boundaries of WebSocket messages in the bytes of a client, beside the library that reads them: the library
 * does not report messages that are not finished.
 */
export interface FrameReader {
  read(chunk: Buffer): void
  /** Bytes of the message that has begun and not ended, headers included; zero between messages. */
  readonly unfinished: number
  /** Bytes of the message as far as its headers announce them. */
  readonly announced: number
  /** How many messages and control frames between them have begun. */
  readonly begun: number
  /** Whether the message is a call that may be large; undefined until enough of it has come to tell. */
  readonly isBatch: boolean | undefined
}

class Reader implements FrameReader {
  readonly #single: number
  unfinished = 0
  announced = 0
  begun = 0
  /** Of the frame: its bytes so far that are not complete, then what is left of its payload. */
  #header: number[] = []
  #left = 0
  #isLast = true
  #isFirst = true
  #wantsHead = false
  #isControl = false
  #mask: readonly number[] = []
  #offset = 0
  #head = ''

  constructor(single: number) {
    this.#single = single
  }

  get isBatch(): boolean | undefined {
    return batch.test(this.#head) || (this.#head.length < headBytes ? undefined : false)
  }

  read(chunk: Buffer): void {
    for (let at = 0; at < chunk.length; ) {
      if (this.#left > 0) {
        const taken = Math.min(this.#left, chunk.length - at)
        this.#take(chunk.subarray(at, at + taken))
        at += taken
        if (this.#left === 0) this.#endFrame()
        continue
      }
      this.#header.push(chunk[at++] as number)
      this.#readHeader()
    }
  }

  #take(payload: Buffer): void {
    this.#left -= payload.length
    this.unfinished += payload.length
    if (this.#isControl || !this.#wantsHead) return
    for (let at = 0; at < payload.length && this.#head.length < headBytes; at++)
      this.#head += String.fromCharCode(
        (payload[at] as number) ^ (this.#mask[(this.#offset + at) % 4] as number),
      )
    this.#offset += payload.length
  }

  #readHeader(): void {
    const [first = 0, second = 0] = this.#header
    if (this.#header.length === 1) this.#beginFrame(first)
    this.unfinished++
    const short = second & 0x7f
    const lengthBytes = short === 127 ? 8 : short === 126 ? 2 : 0
    const maskBytes = (second & 0x80) === 0 ? 0 : 4
    if (this.#header.length < 2 || this.#header.length < 2 + lengthBytes + maskBytes) return
    const length = this.#header.slice(2, 2 + lengthBytes).reduce((sum, byte) => sum * 256 + byte, 0)
    this.#mask = maskBytes === 0 ? [0, 0, 0, 0] : this.#header.slice(-4)
    this.#left = lengthBytes === 0 ? short : length
    this.#header = []
    this.#offset = 0
    if (!this.#isControl) {
      this.announced += this.#left
      if (this.#isFirst) this.#wantsHead = !this.#isLast || this.#left > this.#single
    }
    if (this.#left === 0) this.#endFrame()
  }

  #beginFrame(first: number): void {
    this.#isControl = (first & 0x08) !== 0
    this.#isFirst = this.#isLast
    if (this.#isFirst) {
      this.begun++
      this.announced = 0
      this.#head = ''
      this.#wantsHead = false
    }
    if (this.#isControl) return
    this.#isLast = (first & 0x80) !== 0
  }

  #endFrame(): void {
    // A control frame between two fragments leaves this as it was: it ends nothing.
    if (this.#isLast) this.unfinished = 0
  }
}

/** `single` is the size up to which the kind of a message does not matter, in bytes. */
export function createFrameReader(single: number): FrameReader {
  return new Reader(single)
}
