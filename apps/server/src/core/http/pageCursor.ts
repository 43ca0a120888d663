import { createHash } from 'node:crypto'

/** Characters of the check in front. */
const checkLength = 12

/**
 * Writes the start of a list's next page as one opaque word bound to the list. The list is public and the position is
 * no secret: the check detects broken and mixed-up cursors; it is no signature.
 */
export function formatCursor(list: string, place: readonly (number | string)[]): string {
  const text = place.join('.')
  return `${check(list, text)}${Buffer.from(text).toString('base64url')}`
}

/** The parts of a place that match these patterns, or undefined when the cursor is not of this list. */
export function parseCursor(
  list: string,
  cursor: string,
  patterns: readonly RegExp[],
): readonly string[] | undefined {
  const body = cursor.slice(checkLength)
  const text = Buffer.from(body, 'base64url').toString('latin1')
  // Several words decode to one text; only the one that we write is ours.
  if (Buffer.from(text, 'latin1').toString('base64url') !== body) return undefined
  if (cursor.slice(0, checkLength) !== check(list, text)) return undefined
  const parts = text.split('.')
  const fits =
    parts.length === patterns.length && patterns.every((pattern, i) => pattern.test(parts[i] ?? ''))
  return fits ? parts : undefined
}

function check(list: string, text: string): string {
  return createHash('sha256').update(`${list}\n${text}`).digest('base64url').slice(0, checkLength)
}
