import { type Colour, parseColour } from './parseColour.ts'
import type { HostColours } from './resolveColours.ts'
import type { ThemeVariables } from './themeCss.ts'

/** The variables that are colours of one opaque kind, because contrast can only be promised for those. */
const opaque = ['accent', 'card', 'raised', 'text', 'textMuted', 'colorMix'] as const

/** A host's colours by theme. */
export interface ColoursByTheme {
  readonly light: HostColours
  readonly dark: HostColours
  /** Names of the variables that were no colour and were left out. */
  readonly ignored: readonly (keyof ThemeVariables)[]
}

/** Reads the colours among the host's theme variables, for both themes. Malformed values are left out and named. */
export function hostColours(variables: ThemeVariables): ColoursByTheme {
  const ignored: (keyof ThemeVariables)[] = []
  const light: { -readonly [Key in keyof HostColours]: HostColours[Key] } = {}
  const dark: typeof light = {}
  for (const name of [...opaque, 'line', 'scrim'] as const) {
    const given = variables[name]
    if (given === undefined || given === null) continue
    const pair = parsePair(given)
    const mayBeClear = name === 'line' || name === 'scrim'
    if (!pair || !(mayBeClear || pair.every(colour => colour[3] === 1))) {
      ignored.push(name)
      continue
    }
    const key = name === 'colorMix' ? 'mix' : name
    light[key] = pair[0]
    dark[key] = pair[1]
  }
  return { light, dark, ignored }
}

/** A colour for both themes, or `light-dark()` of two; null for anything else. */
function parsePair(text: unknown): readonly [light: Colour, dark: Colour] | null {
  if (typeof text !== 'string' || text.length > 160) return null
  const [, inside] = /^\s*light-dark\((.*)\)\s*$/i.exec(text) ?? []
  // Not at the commas within a colour.
  const parts = inside === undefined ? [text, text] : inside.split(/,(?![^(]*\))/)
  const [light, dark] = parts.map(parseColour)
  return light && dark && parts.length === 2 ? [light, dark] : null
}
