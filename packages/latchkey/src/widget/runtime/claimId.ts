import { createError } from '../../contract/errors/createError.ts'

// On the document, under a global symbol, so that a second copy of the package sees it too (DECISIONS C7).
const claims = Symbol.for('latchkey.ids')

/**
 * Takes an id for one widget of this page; the answer gives it back.
 * @throws LatchkeyError DUPLICATE_ID when another living widget has it: both would write the same storage keys.
 */
export function claimId(id: string): () => void {
  const page = document as Document & { [claims]?: Set<string> }
  page[claims] ??= new Set()
  const ids = page[claims]
  if (ids.has(id)) {
    const taken = createError('DUPLICATE_ID', { context: { id } })
    // A button shows the visitor other words, and a widget that loads by itself may have no caller waiting.
    console.error(taken)
    throw taken
  }
  ids.add(id)
  return () => ids.delete(id)
}
