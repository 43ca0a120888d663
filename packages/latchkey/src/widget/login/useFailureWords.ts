import { createElement, type ReactNode } from 'react'
import type { EmailFailure } from '../../engine/flows/login/emailTransition.ts'
import { useNow } from '../account/useNow.ts'
import { Countdown } from '../shell/Countdown.tsx'
import { useFaultText } from '../shell/useFaultText.ts'
import { useTexts } from '../shell/useTexts.ts'
import { faultSideOf } from './faultSideOf.ts'
import { loginTexts } from './loginTexts.ts'

const hints = { host: 'login.hostHint', network: 'login.offlineHint' } as const

/** The error and its advice, with the remaining seconds of a pause; undefined once the pause is over. */
export function useFailureWords(failure: EmailFailure | undefined): ReactNode {
  const t = useTexts(loginTexts)
  const now = useNow()
  const faultText = useFaultText()
  if (!failure) return undefined
  const { code, until } = failure
  const message = faultText(failure)
  if (until !== undefined) {
    return until > now
      ? createElement(Countdown, { key: until, until, words: n => t('login.cooldown', { n }) })
      : undefined
  }
  if (code === 'INVALID_EMAIL') return message
  const side = faultSideOf(code)
  const hint = side ? hints[side] : code === 'LOGIN_STEP_UP' ? 'login.stepUpHint' : 'login.failedHint'
  return `${message}. ${t(hint)}`
}
