import { type ColourToken, colourTokens, type SharedToken, sharedTokens } from './tokens.ts'

export interface TokenValues {
  readonly light: Readonly<Record<ColourToken, string>>
  readonly dark: Readonly<Record<ColourToken, string>>
  readonly shared: Readonly<Record<SharedToken, string>>
}

/**
 * Returns the `tokens` layer of a stage, both themes; defaults without values. `system` follows the visitor's setting
 * without a script.
 */
export function tokensCss(values?: TokenValues): string {
  const shared = declarations(values?.shared ?? sharedTokens)
  const theme = (name: 'light' | 'dark', index: 0 | 1) => {
    const colours =
      values?.[name] ?? Object.entries(colourTokens).map(([token, pair]) => [token, pair[index]] as const)
    return `color-scheme:${name}!important;${declarations(colours)}`
  }
  const dark = theme('dark', 1)
  return (
    `@layer tokens{:host{${shared}${theme('light', 0)}}:host([data-theme=dark]){${dark}}` +
    `@media(prefers-color-scheme:dark){:host([data-theme=system]){${dark}}}}`
  )
}

function declarations(
  values: Readonly<Record<string, string>> | readonly (readonly [string, string])[],
): string {
  const entries = Array.isArray(values) ? values : Object.entries(values)
  return entries.map(([name, value]) => `--lk-${name}:${value};`).join('')
}
