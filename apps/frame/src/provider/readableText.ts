/** Bytes as text, if they are text of which each letter can be seen: no control letters but line breaks and tabs. */
export function readableText(bytes: Uint8Array): string | undefined {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
  return /[^\P{Cc}\n\r\t]/u.test(text) ? undefined : text
}
