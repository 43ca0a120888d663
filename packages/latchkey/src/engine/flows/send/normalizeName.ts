import type { ReceiverName } from './receiver.ts'

export type NormalName =
  | ({ readonly at: 'name' } & ReceiverName)
  | { readonly at: 'none' }
  /** Letters of alphabets that do not go together, or that as a whole look like another word (T64). */
  | { readonly at: 'imitation'; readonly letters: readonly string[] }

/** DNS's bound, which ENS names keep to. */
const longest = 255

// What ENSIP-15 keeps as it is, but for the case of letters.
const plainName = /^(?:_*[a-z0-9$-]+)(?:\._*[a-z0-9$-]+)+$/i

/**
 * A name in ENSIP-15's normal form. Names of plain letters are read at once; for all others the whole rule is
 * fetched, which is a chunk of its own.
 * @throws what `import()` throws when it cannot be fetched.
 */
export async function normalizeName(typed: string): Promise<NormalName> {
  if (typed.length > longest) return { at: 'none' }
  if (plainName.test(typed)) {
    // Two hyphens in the third and fourth place are reserved for encoded names, which visitors cannot read.
    const isEncoded = typed.split('.').some(label => label.slice(2, 4) === '--')
    const name = typed.toLowerCase()
    return isEncoded ? { at: 'none' } : { at: 'name', name, differs: name !== typed, foreign: false }
  }
  const { ens_normalize: normalize } = await import('@adraffy/ens-normalize/xnf')
  try {
    const name = normalize(typed)
    if (name === '' || !name.includes('.')) return { at: 'none' }
    return { at: 'name', name, differs: name !== typed, foreign: isForeign(name) }
  } catch (cause) {
    const isImitation = cause instanceof Error && /mixture|confusable/.test(cause.message)
    return isImitation ? { at: 'imitation', letters: foreignLetters(typed) } : { at: 'none' }
  }
}

function isForeign(name: string): boolean {
  return /[^\u0020-\u007e]/.test(name)
}

function foreignLetters(text: string): readonly string[] {
  const letters = [...text.normalize('NFC')].filter(letter => /\p{L}/u.test(letter) && isForeign(letter))
  return [...new Set(letters)].slice(0, 3)
}
