import type { PageWords } from '../../frame.ts'
import { CustodyRefusal } from '../../keys/custodyClient.ts'
import { KeysError } from '../../keys/keysError.ts'
import { type LoginText, loginTexts } from './loginTexts.ts'
import { pageWord } from './pageWord.ts'

export type LoginWords = (name: LoginText, values?: Readonly<Record<string, string>>) => string

/** The words of these screens, labels in the page's language where it gave some. */
export function loginWords(page: PageWords): LoginWords {
  return (name, values = {}) => {
    const text = loginTexts[name]
    return (pageWord(page, name, text) ?? text).replace(/\{(\w+)\}/g, (place, key: string) =>
      Object.hasOwn(values, key) ? (values[key] ?? place) : place,
    )
  }
}

const refusals: Readonly<Record<string, LoginText>> = {
  EMAIL_CODE_INVALID: 'login.codeWrong',
  APKT010: 'login.busy',
  CUSTODY_LIMIT: 'login.recoverLimit',
  offline: 'login.unchecked',
}

/** What went wrong, in words; undefined for what is said elsewhere on the screen, such as a cool-down. */
export function failureWords(t: LoginWords, error: unknown): string | undefined {
  if (error instanceof KeysError) {
    if (error.code === 'text') return t('login.recoverText')
    return t(error.code === 'secret' ? 'login.recoverWrong' : 'login.failed')
  }
  if (!(error instanceof CustodyRefusal)) return t('login.failed')
  if (error.code === 'EMAIL_COOLDOWN' || error.code === 'LOGIN_ENDED') return undefined
  return t(refusals[error.code] ?? 'login.failed')
}
