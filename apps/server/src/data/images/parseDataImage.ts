/** The bytes of a `data:image/…` URI, or undefined: another kind of data, or none that can be read. */
export function parseDataImage(uri: string): Uint8Array | undefined {
  const comma = uri.indexOf(',')
  if (comma < 0 || comma > 200 || !/^data:image\//i.test(uri)) return undefined
  const data = uri.slice(comma + 1)
  if (/;base64$/i.test(uri.slice(0, comma))) return Buffer.from(decodeData(data), 'base64')
  return Buffer.from(decodeData(data))
}

function decodeData(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // Contracts often write SVG as it is, per cent signs and all.
    return text
  }
}
