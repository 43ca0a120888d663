import { hostColours } from './hostColours.ts'
import { resolveColours } from './resolveColours.ts'
import { type SharedToken, sharedTokens } from './tokens.ts'
import { tokensCss } from './tokensCss.ts'

/** The host's theme variables (SPEC §1). Each sets one or more `--lk-*` variables; a color may be `light-dark()` of two. */
export interface ThemeVariables {
  /** The color of the main buttons and of links. */
  readonly accent?: string
  /** The font of all texts: a comma-separated list of family names. */
  readonly fontFamily?: string
  /** The size from which all text sizes derive: 6px to 24px. Default '10px'. */
  readonly fontSizeMaster?: string | number
  /** The length from which all radii derive: 0px to 16px. Default '4px'. */
  readonly radiusMaster?: string | number
  /** A color that is mixed into the surfaces. */
  readonly colorMix?: string
  /** The share of `colorMix` in the surfaces, in percent from 0 to 100. Default 0. */
  readonly colorMixStrength?: number
  /** The stacking order of the widget's element on the page. */
  readonly zIndex?: number
  /** The background of the dialog. */
  readonly card?: string
  /** The background of rows and fields on the card. */
  readonly raised?: string
  /** The color of separators and borders; it may be translucent. */
  readonly line?: string
  /** The color of main texts. */
  readonly text?: string
  /** The color of secondary texts. */
  readonly textMuted?: string
  /** The color of the layer that covers the page behind the dialog; it may be translucent. */
  readonly scrim?: string
}

export interface ThemeCss {
  /** The stylesheet text of one stage: both themes. */
  readonly css: string
  /** Names of the variables that were no colour, length, number or font list and were left out. */
  readonly ignored: readonly (keyof ThemeVariables)[]
}

// A comma list of names and quoted names: nothing that can end a declaration, open a block or load a file.
const fontName = /^(?:"[^"\\]*"|'[^'\\]*'|[\p{L}\p{N}_-]+(?: [\p{L}\p{N}_-]+)*)$/u

/**
 * Converts the host's theme variables to the `tokens` layer of one stage. Hostile and malformed values are ignored and
 * named, never thrown.
 */
export function themeCss(variables: ThemeVariables = {}): ThemeCss {
  const ignored: (keyof ThemeVariables)[] = []
  const read = <Value>(name: keyof ThemeVariables, parse: (value: unknown) => Value | null): Value | null => {
    const given = variables[name]
    if (given === undefined || given === null) return null
    const value = parse(given)
    if (value === null) ignored.push(name)
    return value
  }
  const { light, dark, ignored: unread } = hostColours(variables)
  const mixStrength = (read('colorMixStrength', value => numberBetween(value, 0, 100)) ?? 0) / 100
  const own = {
    'font-family': read('fontFamily', fontList),
    'font-size-master': read('fontSizeMaster', value => pixels(value, 6, 24)),
    'radius-master': read('radiusMaster', value => pixels(value, 0, 16)),
    'z-index': read('zIndex', value => numberBetween(value, -2147483648, 2147483647, true)),
  }
  const shared: Record<SharedToken, string> = { ...sharedTokens }
  for (const [name, value] of Object.entries(own) as [keyof typeof own, string | number | null][]) {
    if (value !== null) shared[name] = String(value)
  }
  const css = tokensCss({
    light: resolveColours({ ...light, mixStrength }, 0),
    dark: resolveColours({ ...dark, mixStrength }, 1),
    shared,
  })
  return { css, ignored: [...unread, ...ignored] }
}

function numberBetween(value: unknown, least: number, most: number, whole = false): number | null {
  if (typeof value !== 'number' || !(value >= least && value <= most)) return null
  return whole && !Number.isInteger(value) ? null : value
}

function pixels(value: unknown, least: number, most: number): string | null {
  const text = typeof value === 'string' ? /^(\d{1,2}(?:\.\d{1,3})?)px$/.exec(value.trim())?.[1] : undefined
  const size = numberBetween(text === undefined ? value : Number(text), least, most)
  return size === null ? null : `${size}px`
}

function fontList(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > 300) return null
  const names = value
    .replace(/[:;{}</>\n\r\f]/g, '')
    .split(',')
    .map(name => name.trim())
  return names.every(name => fontName.test(name)) ? names.join(',') : null
}
