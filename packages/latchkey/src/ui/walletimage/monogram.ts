import { hashText } from './hashText.ts'

/** Backgrounds that white letters can be read on (AA, tested). */
export const monogramColours = [
  '#3d5a80',
  '#5b4b8a',
  '#7a4069',
  '#8a4b3a',
  '#6b5b2a',
  '#2f6b4f',
  '#28656e',
  '#4a5568',
]

/** The first letter or digit of a hostile name, and a colour that always goes with that name. */
export function monogram(name: string): { readonly letter: string; readonly colour: string } {
  // Most begin with a plain letter; the tables of all scripts are only made for the others.
  const first = /^[a-z\d]/i.exec(name) ?? /[\p{L}\p{N}]/u.exec(name.slice(0, 64))
  const letter = first?.[0].toUpperCase() ?? '?'
  const colour = monogramColours[hashText(name) % monogramColours.length] ?? '#4a5568'
  return { letter, colour }
}
