/** What the gallery shows and how: each one a key of the query string, so that what is seen can be linked. */

export interface GalleryOption {
  readonly key: string
  /** The values to choose from, with their words; absent = free text. */
  readonly values?: Readonly<Record<string, string>>
  /** What a free text has to be; default anything. */
  readonly shape?: RegExp
  readonly fallback: string
}

/** One that is chosen from a list. */
export interface ChosenOption<Key extends string = string> extends GalleryOption {
  readonly key: Key
  readonly label: string
  readonly help: string
  readonly values: Readonly<Record<string, string>>
}

/** How a state looks. */
export const lookOptions = [
  {
    key: 'theme',
    label: 'Theme',
    help: 'of the widget and of the gallery',
    values: { system: 'System', light: 'Light', dark: 'Dark' },
    fallback: 'system',
  },
  {
    key: 'preset',
    label: 'Preset',
    help: 'themePreset of the widget',
    values: {
      '': 'None',
      calm: 'Calm',
      mono: 'Mono',
      vivid: 'Vivid',
      rounded: 'Rounded',
      square: 'Square',
    },
    fallback: '',
  },
  {
    key: 'accent',
    label: 'Accent',
    help: 'the widget’s or its preset’s own, or a color as #rrggbb',
    values: {
      '': 'Its own',
      '#2563eb': 'Blue',
      '#7c3aed': 'Violet',
      '#e11d48': 'Rose',
      '#f59e0b': 'Amber',
      '#111111': 'Black',
      '#ffffff': 'White',
    },
    shape: /^#[\da-f]{6}$/i,
    fallback: '',
  },
  {
    key: 'dir',
    label: 'Direction',
    help: '“Auto” follows the locale',
    values: { auto: 'Auto', ltr: 'Left to right', rtl: 'Right to left' },
    fallback: 'auto',
  },
  {
    key: 'text',
    label: 'Text size',
    help: 'percent',
    values: { 100: '100 %', 200: '200 %' },
    fallback: '100',
  },
  {
    key: 'locale',
    label: 'Locale',
    help: 'formats numbers and dates; the words stay English',
    values: {
      en: 'English',
      'de-CH': 'Swiss German',
      fr: 'French',
      'hi-IN': 'Hindi',
      ja: 'Japanese',
      ar: 'Arabic',
    },
    fallback: 'en',
  },
] as const satisfies readonly ChosenOption[]

export type LookKey = (typeof lookOptions)[number]['key']
export type Look = Readonly<Record<LookKey, string>>

/** The window that each width stands for, in px. */
export const frameHeights = { 320: 568, 390: 844, 430: 780, 768: 1024, 1280: 800 } as const

/** The options of the form. */
export const formOptions = [
  {
    key: 'width',
    label: 'Width',
    help: 'of the window that a state is shown in, px',
    values: {
      320: '320 px',
      390: '390 px',
      430: '430 px',
      768: '768 px',
      1280: '1280 px',
    },
    fallback: '430',
  },
  ...lookOptions,
] as const satisfies readonly ChosenOption[]

/** The whole table. */
export const galleryOptions = [
  // The state that is opened alone, and the one that is shown in the gallery.
  { key: 'state', fallback: '' },
  { key: 'show', fallback: '' },
  { key: 'room', fallback: '' },
  { key: 'search', fallback: '' },
  ...formOptions,
] as const satisfies readonly GalleryOption[]

export type GalleryKey = (typeof galleryOptions)[number]['key']
export type GalleryValues = Readonly<Record<GalleryKey, string>>
export type FrameWidth = keyof typeof frameHeights

/** Reads the query string; a value that is not among an option's own falls back. */
export function readGallery(search: string): GalleryValues {
  const query = new URLSearchParams(search)
  const entries = galleryOptions.map((option: GalleryOption) => {
    const given = query.get(option.key)?.slice(0, 100)
    return [option.key, given !== undefined && fits(option, given) ? given : option.fallback]
  })
  return Object.fromEntries(entries) as GalleryValues
}

/** The query string of what is shown, defaults left out; begins with `?`. */
export function writeGallery(values: Partial<GalleryValues>): string {
  const query = new URLSearchParams()
  for (const { key, fallback } of galleryOptions) {
    const value = values[key] ?? fallback
    if (value !== fallback) query.set(key, value)
  }
  // Slashes stay readable: ids of states have one.
  return `?${query.toString().replaceAll('%2F', '/')}`
}

/** The values of a look alone. */
export function lookOf(values: Look): Look {
  return Object.fromEntries(lookOptions.map(({ key }) => [key, values[key]])) as Look
}

/** The window of a width, in px. */
export function frameSizeOf({ width }: Pick<GalleryValues, 'width'>): {
  readonly width: number
  readonly height: number
} {
  const known = Number(width) as FrameWidth
  return { width: known, height: frameHeights[known] }
}

function fits({ values, shape }: GalleryOption, given: string): boolean {
  if (values && Object.hasOwn(values, given)) return true
  return shape ? shape.test(given) : values === undefined
}
