/** A copy of a stranger's bytes, which may come from another frame of the page; undefined where they are none, or not as many. */
export function bytesOf(value: unknown, most: number, least = 0): Uint8Array<ArrayBuffer> | undefined {
  try {
    if (!ArrayBuffer.isView(value)) return undefined
    const { byteLength } = value
    if (byteLength > most || byteLength < least) return undefined
    return new Uint8Array(new Uint8Array(value.buffer, value.byteOffset, byteLength))
  } catch {
    return undefined
  }
}
