import type { Mutant } from './mutant.ts'

/**
 * The source with a mutant's change in it.
 * @throws Error when the text to change is missing, or occurs more than once: the table is out of date.
 */
export function applyMutant(source: string, mutant: Pick<Mutant, 'id' | 'from' | 'to'>): string {
  const { id, from, to } = mutant
  const at = source.indexOf(from)
  if (at === -1) throw new Error(`${id}: the source does not contain ${JSON.stringify(from)}`)
  if (source.indexOf(from, at + 1) !== -1)
    throw new Error(`${id}: the source contains ${JSON.stringify(from)} more than once`)
  return source.slice(0, at) + to + source.slice(at + from.length)
}
