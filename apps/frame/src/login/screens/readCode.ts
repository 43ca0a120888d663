import type { LoginCodeForm } from 'latchkey/services'

/** Characters of a whole code. */
export const codeLength = { digits: 8, letters: 9 } as const

/** Reads a typed or pasted code: messages write it in groups, and people type O for 0 (Crockford's alphabet). */
export function readCode(text: string, form: LoginCodeForm): string {
  const plain = text.slice(0, 200).normalize('NFKC')
  const code =
    form === 'digits'
      ? plain.replace(/[^0-9]/g, '')
      : plain
          .toUpperCase()
          .replace(/[IL]/g, '1')
          .replace(/O/g, '0')
          .replace(/[^0-9A-HJKMNP-TV-Z]/g, '')
  return code.slice(0, codeLength[form])
}
