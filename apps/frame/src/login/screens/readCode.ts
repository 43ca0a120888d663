import type { LoginCodeForm } from 'latchkey/services'

/** Characters of a whole code. */
export const codeLength = { short: 6, digits: 8, letters: 9 } as const satisfies Record<LoginCodeForm, number>

/** A code that stands alone in a line of the message: whole, or in groups. */
const alone = {
  short: /(?<!\d)(?:\d{6}|\d{3}[ -]\d{3})(?!\d)/,
  digits: /(?<!\d)(?:\d{8}|\d{4}[ -]\d{4})(?!\d)/,
  // In capitals, as messages write it: nine small letters are a word.
  letters: /(?<![0-9A-Za-z])[0-9A-HJKMNP-TV-Z]{9}(?![0-9A-Za-z])/,
} as const satisfies Record<LoginCodeForm, RegExp>

/**
 * Reads a typed or pasted code, also out of a whole line of the message: messages write it in groups, and people type O for 0
 * (Crockford's alphabet).
 */
export function readCode(text: string, form: LoginCodeForm): string {
  const plain = text.slice(0, 500).normalize('NFKC')
  const own = alone[form].exec(plain)?.[0] ?? plain
  const code =
    form === 'letters'
      ? own
          .toUpperCase()
          .replace(/[IL]/g, '1')
          .replace(/O/g, '0')
          .replace(/[^0-9A-HJKMNP-TV-Z]/g, '')
      : own.replace(/[^0-9]/g, '')
  return code.slice(0, codeLength[form])
}
