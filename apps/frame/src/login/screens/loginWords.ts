import type { PageWords } from '../../frame.ts'
import { CustodyRefusal } from '../../keys/custodyClient.ts'
import { KeysError } from '../../keys/keysError.ts'
import { PasskeyError, type PasskeyErrorCode } from '../passkey/passkeyBrowser.ts'
import { type LoginText, loginTexts } from './loginTexts.ts'
import { pageWord } from './pageWord.ts'

export type Words<T extends string> = (name: T, values?: Readonly<Record<string, string>>) => string
export type LoginWords = Words<LoginText>

/** The words of these texts, labels in the page's language where it gave some. */
export function wordsOf<T extends string>(texts: Readonly<Record<T, string>>, page: PageWords): Words<T> {
  return (name, values = {}) => {
    const text = texts[name]
    return (pageWord(page, name, text) ?? text).replace(/\{(\w+)\}/g, (place, key: string) =>
      Object.hasOwn(values, key) ? (values[key] ?? place) : place,
    )
  }
}

export const loginWords = (page: PageWords): LoginWords => wordsOf(loginTexts, page)

const refusals: Readonly<Record<string, LoginText>> = {
  EMAIL_CODE_INVALID: 'login.codeWrong',
  LOGIN_ENDED: 'login.ended',
  INVALID_EMAIL: 'login.emailWrong',
  APKT010: 'login.busy',
  CUSTODY_LIMIT: 'login.recoverLimit',
  CUSTODY_LOCKED: 'login.recoverPasswordLocked',
  LOGIN_STEP_UP: 'login.stepUp',
  CUSTODY_STEP_UP: 'login.stepUp',
  LOGIN_LAST: 'login.lastWay',
  LOGIN_UNPROTECTED: 'login.provingWay',
  WAITS: 'login.waits',
  offline: 'login.unchecked',
}

const passkeys: Readonly<Record<PasskeyErrorCode, LoginText>> = {
  cancelled: 'login.passkeyLeft',
  known: 'login.passkeyKnown',
  unsupported: 'login.passkeyNone',
  closed: 'login.passkeyClosed',
  blocked: 'login.passkeyBlocked',
}

/** What went wrong, in words; undefined for a cool-down, which is counted down where it is. */
export function failureWords(t: LoginWords, error: unknown): string | undefined {
  if (error instanceof PasskeyError) return t(passkeys[error.code])
  if (error instanceof KeysError) {
    if (error.code === 'mode') return t('login.modeWrong')
    if (error.code === 'text') return t('login.recoverText')
    return t(error.code === 'secret' ? 'login.recoverWrong' : 'login.failed')
  }
  if (!(error instanceof CustodyRefusal)) return t('login.failed')
  if (error.code === 'EMAIL_COOLDOWN') return undefined
  return t(refusals[error.code] ?? 'login.failed')
}
