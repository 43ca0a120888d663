/**
 * Cuts what a WebSocket server sends into the answer to the handshake and frames, whole ones only. Servers do not mask
 * their frames, so a text can be looked at as it is.
 */
export function createFrameSplitter(): (chunk: Buffer) => readonly Buffer[] {
  let rest: Buffer = Buffer.alloc(0)
  let isUpgraded = false

  const nextLength = (): number | undefined => {
    if (!isUpgraded) {
      const end = rest.indexOf('\r\n\r\n')
      if (end === -1) return undefined
      isUpgraded = rest.subarray(0, 12).includes('101')
      // A plain answer of HTTP has no frames behind it.
      return isUpgraded ? end + 4 : rest.length
    }
    if (rest.length < 2) return undefined
    const short = (rest[1] ?? 0) & 0x7f
    if (short < 126) return 2 + short
    if (short === 126) return rest.length < 4 ? undefined : 4 + rest.readUInt16BE(2)
    return rest.length < 10 ? undefined : 10 + Number(rest.readBigUInt64BE(2))
  }

  return chunk => {
    rest = Buffer.concat([rest, chunk])
    const frames: Buffer[] = []
    for (;;) {
      const length = rest.length === 0 ? undefined : nextLength()
      if (length === undefined || rest.length < length) return frames
      frames.push(rest.subarray(0, length))
      rest = rest.subarray(length)
    }
  }
}

/** A text as a server frames it. */
export function textFrame(text: string): Buffer {
  const bytes = Buffer.from(text)
  const head = Buffer.alloc(4)
  head[0] = 0x81
  head[1] = 126
  head.writeUInt16BE(bytes.length, 2)
  return Buffer.concat([head, bytes])
}
