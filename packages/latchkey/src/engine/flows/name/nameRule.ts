import { isLabel } from '../../nouns/names/labelIn.ts'

/** The rule that a name breaks (SPEC §5, T66): the services say the same by their reasons. */
export type NameRule = 'letters' | 'address' | 'short' | 'long' | 'hyphens'

/** The rule that a label in lower case breaks; undefined for one that can be registered. */
export function brokenRule(label: string): NameRule | undefined {
  if (!/^[a-z0-9-]*$/.test(label)) return 'letters'
  if (label.startsWith('0x')) return 'address'
  if (label.startsWith('-') || label.includes('--')) return 'hyphens'
  if (label.length > 32) return 'long'
  if (label.length < 4) return 'short'
  return isLabel(label) ? undefined : 'hyphens'
}
