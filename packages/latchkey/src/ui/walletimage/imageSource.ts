const maxDataLength = 64 * 1024
const dataImage = /^data:image\/(?:svg\+xml|png|webp|gif|jpeg)[;,]/i

/** The address of an image that strangers named, if an `<img>` may load it: https, a data image up to 64 KB, or a blob (T21); else null. */
export function imageSource(src: unknown): string | null {
  if (typeof src !== 'string') return null
  const text = src.trim()
  if (dataImage.test(text)) return text.length <= maxDataLength ? text : null
  if (text.length > 2048 || !/^(?:https:\/\/[^/\\]|blob:https?:\/\/)/i.test(text)) return null
  try {
    const { protocol, username, password } = new URL(text)
    return username || password || protocol === 'http:' ? null : text
  } catch {
    return null
  }
}
