/** Returns bytes as text, if each character is visible: no control characters except line breaks and tabs. */
export function readableText(bytes: Uint8Array): string | undefined {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
  return /[^\P{Cc}\n\r\t]/u.test(text) ? undefined : text
}
