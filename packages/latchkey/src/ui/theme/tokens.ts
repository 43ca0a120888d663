/** Every `--lk-*` variable with its default: the one table that themes, tests and documentation read (LOOK.md, DECISIONS C6). */

/** Colours as [light, dark]. A host's `themeVariables` may replace or tint them; `themeCss` keeps every pair readable. */
export const colourTokens = {
  card: ['#ffffff', '#16181d'],
  raised: ['#f6f6f4', '#1f2228'],
  /** What lies over others: menus, notices, the selected tab. In the dark, what is higher is lighter. */
  lifted: ['#ffffff', '#2a2d33'],
  line: ['rgb(20 22 26 / .09)', 'rgb(255 255 255 / .09)'],
  text: ['#14161a', '#f3f4f6'],
  'text-muted': ['#5b606b', '#a6abb6'],
  'text-faint': ['#6a6f7a', '#8f949f'],
  scrim: ['rgb(14 16 20 / .46)', 'rgb(14 16 20 / .46)'],
  shadow: ['rgb(14 16 20 / .2)', 'rgb(0 0 0 / .5)'],
  /** Fill of the primary action, ring of progress. */
  accent: ['#0f7b5f', '#3ed6a8'],
  /** Text on the accent. */
  'on-accent': ['#ffffff', '#14161a'],
  /** The accent where it must be read or seen on a surface: focus ring, selected mark. */
  'accent-text': ['#0f7b5f', '#3ed6a8'],
  /** The accent on the white ground of a code: the time it has left. */
  'accent-code': ['#0f7b5f', '#30a783'],
  /** Edge of the primary action; only drawn when the accent is too close to the card. */
  'accent-line': ['transparent', 'transparent'],
  /** Laid over the accent under the pointer; always away from the colour of its text. */
  'hover-shade': ['rgb(0 0 0 / .1)', 'rgb(255 255 255 / .18)'],
  success: ['#17713a', '#5bd38a'],
  warning: ['#8a5a00', '#f0b84a'],
  danger: ['#b3261e', '#ff8a80'],
} as const satisfies Record<string, readonly [light: string, dark: string]>

/** Everything that is the same in both themes. Steps hang on the two masters, so that one variable moves them all. */
export const sharedTokens = {
  'font-family': 'system-ui,-apple-system,"Segoe UI",Roboto,sans-serif',
  'font-mono': 'ui-monospace,Menlo,Consolas,monospace',
  'font-size-master': '10px',
  'text-1': 'calc(var(--lk-font-size-master)*1.1)',
  'text-2': 'calc(var(--lk-font-size-master)*1.3)',
  'text-3': 'calc(var(--lk-font-size-master)*1.5)',
  'text-4': 'calc(var(--lk-font-size-master)*1.7)',
  'text-5': 'calc(var(--lk-font-size-master)*2.2)',
  'text-6': 'calc(var(--lk-font-size-master)*3.2)',
  'weight-1': '450',
  'weight-2': '550',
  'weight-3': '650',
  'radius-master': '4px',
  'radius-tag': 'calc(var(--lk-radius-master)*1.5)',
  'radius-icon': 'calc(var(--lk-radius-master)*2.5)',
  'radius-control': 'calc(var(--lk-radius-master)*3)',
  'radius-card': 'calc(var(--lk-radius-master)*6)',
  'card-width': '368px',
  'card-wide': '736px',
  'z-index': '2147483000',
  ease: 'cubic-bezier(.2,.8,.2,1)',
  'time-out': '150ms',
  'time-in': '120ms',
} as const satisfies Record<string, string>

export type ColourToken = keyof typeof colourTokens
export type SharedToken = keyof typeof sharedTokens

/** Texts and the surfaces they may stand on: each pair passes WCAG AA (4.5) in both themes, with any host accent. */
export const readablePairs: readonly (readonly [text: ColourToken, surfaces: readonly ColourToken[]])[] = [
  ['text', ['card', 'raised', 'lifted']],
  ['text-muted', ['card', 'raised', 'lifted']],
  ['text-faint', ['card', 'raised', 'lifted']],
  ['accent-text', ['card', 'raised', 'lifted']],
  ['success', ['card', 'raised', 'lifted']],
  ['warning', ['card', 'raised', 'lifted']],
  ['danger', ['card', 'raised', 'lifted']],
  ['on-accent', ['accent']],
]
