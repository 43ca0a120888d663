/** Copies foreign bytes, which may come from another frame of the page; undefined for any other value, or another length. */
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
