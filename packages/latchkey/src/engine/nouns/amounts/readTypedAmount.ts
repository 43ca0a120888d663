/** A typed number: its exact decimal text, or why it is none. */
export type TypedAmount =
  | { readonly at: 'empty' }
  | { readonly at: 'number'; readonly decimal: string }
  /** Two readings: '1,234' is a thousand to some and little more than one to others. */
  | { readonly at: 'ambiguous' }
  | { readonly at: 'none' }

const longest = 120

/**
 * Reads a number as people type it in any locale: the locale's own decimal separator and grouping, and the other one's
 * where it can mean nothing else. What could be two numbers is refused, never guessed (T74). Without a locale it is
 * English, as amounts are shown then.
 */
export function readTypedAmount(text: string, locale?: string): TypedAmount {
  if (text.length > longest) return { at: 'none' }
  // A form begins empty, and asking for a locale's marks takes longer than drawing it.
  if (text === '') return { at: 'empty' }
  const { decimal, digits } = separatorsOf(locale)
  const plain = toPlain(text, digits)
  if (plain === '') return { at: 'empty' }
  if (!/^[\d.,' ]*\d[\d.,' ]*$/.test(plain)) return { at: 'none' }
  const marks = [...plain].filter(each => each < '0' || each > '9')
  const last = marks.at(-1)
  if (last === undefined) return number(plain, '')
  const kinds = new Set(marks)
  // Apostrophes and spaces only ever group.
  const canBePoint = last === '.' || last === ','
  const isOnce = marks.filter(mark => mark === last).length === 1
  const at = plain.lastIndexOf(last)
  const before = plain.slice(0, at)
  const after = plain.slice(at + 1)

  const asWhole = kinds.size === 1 ? ungrouped(plain, last) : undefined
  const group = [...kinds].find(kind => kind !== last)
  const asPoint =
    canBePoint && isOnce && kinds.size <= 2
      ? group === undefined
        ? before
        : ungrouped(before, group)
      : undefined
  if (asWhole !== undefined && asPoint !== undefined) {
    // One mark with three digits behind it: the locale's decimal separator is one, anything else is two numbers.
    return last === decimal ? number(asPoint, after) : { at: 'ambiguous' }
  }
  if (asPoint !== undefined) return number(asPoint, after)
  return asWhole === undefined ? { at: 'none' } : number(asWhole, '')
}

function number(whole: string, fraction: string): TypedAmount {
  if (whole === '' && fraction === '') return { at: 'none' }
  const units = whole.replace(/^0+(?=\d)/, '') || '0'
  return { at: 'number', decimal: fraction === '' ? units : `${units}.${fraction}` }
}

/** The digits of a grouped whole number; undefined when the groups are none: three at the end, two or three before. */
function ungrouped(text: string, mark: string): string | undefined {
  const groups = text.split(mark)
  const [first = '', ...rest] = groups
  if (rest.length === 0) return /^\d+$/.test(first) ? first : undefined
  const isGrouped =
    /^[1-9]\d{0,2}$/.test(first) &&
    rest.at(-1)?.length === 3 &&
    rest.every(group => /^\d{2,3}$/.test(group)) &&
    new Set(rest.slice(0, -1).map(group => group.length)).size <= 1
  return isGrouped ? groups.join('') : undefined
}

/** A locale's digits and marks as plain digits and the four marks `.`, `,`, `'` and a space. */
export function toPlainNumber(text: string, locale: string | undefined): string {
  return toPlain(text, separatorsOf(locale).digits)
}

function toPlain(text: string, digits: string): string {
  let plain = ''
  for (const letter of text.replace(/[\u200e\u200f\u061c]/g, '').trim()) {
    const digit = letter >= '0' && letter <= '9' ? letter : digits.indexOf(letter)
    if (digit !== -1) plain += digit
    else if (/\s/.test(letter)) plain += ' '
    else plain += same[letter] ?? letter
  }
  return plain
}

const same: Readonly<Record<string, string>> = {
  '’': "'",
  '٫': '.',
  '٬': ',',
  '،': ',',
  '．': '.',
  '，': ',',
}

interface Separators {
  readonly decimal: string
  /** The locale's ten digits, zero first. */
  readonly digits: string
}

function separatorsOf(locale = 'en'): Separators {
  try {
    const plain = new Intl.NumberFormat(locale, { useGrouping: false })
    const decimal = plain.formatToParts(1.5).find(part => part.type === 'decimal')?.value ?? '.'
    return { decimal: same[decimal] ?? decimal, digits: [...plain.format(9_876_543_210)].reverse().join('') }
  } catch {
    return { decimal: '.', digits: '' }
  }
}

/** A decimal text as the locale's people type it: their decimal separator, no grouping. */
export function writeTypedAmount(decimal: string, locale?: string): string {
  return decimal.includes('.') ? decimal.replace('.', separatorsOf(locale).decimal) : decimal
}
