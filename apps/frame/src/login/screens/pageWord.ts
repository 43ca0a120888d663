import type { PageWords } from '../../frame.ts'

/** Longer than any label here, and too short to say something else instead. */
const longestLabel = 60

/**
 * A page's word for one of the wallet's texts, if it gave one and may. Titles and sentences are the wallet's own: they
 * say what to keep, what never to do and who has the key, and no page may say otherwise. Labels may be in its language.
 */
export function pageWord({ theme }: PageWords, name: string, text: string): string | undefined {
  const isLabel = !name.endsWith('Title') && !/[.:?!]$/.test(text)
  const word = theme.texts && Object.hasOwn(theme.texts, name) ? theme.texts[name] : undefined
  return isLabel && word !== undefined && word.length <= longestLabel ? word : undefined
}
