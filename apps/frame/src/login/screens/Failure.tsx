import { useState } from 'react'
import { cooldownEnd } from './cooldownEnd.ts'
import { failureWords, type LoginWords } from './loginWords.ts'
import { useSecondsLeft } from './useSecondsLeft.ts'

/** Why something did not work, read out as it appears. */
export function Failure({ failure, t }: { readonly failure: unknown; readonly t: LoginWords }) {
  if (failure === undefined) return null
  const words = failureWords(t, failure)
  if (words === undefined) return <Cooldown failure={failure} t={t} />
  return (
    <p className="login-error" role="alert">
      {words}
    </p>
  )
}

/** When another mail may be sent, as the services said: counted down to be seen, and read out once. */
function Cooldown({ failure, t }: { readonly failure: unknown; readonly t: LoginWords }) {
  const [until] = useState(() => cooldownEnd(failure))
  const [first] = useState(() => Math.ceil((until - Date.now()) / 1_000))
  const left = useSecondsLeft(until)
  if (left === 0) return null
  return (
    <p className="login-error">
      <span className="visually-hidden" role="alert">
        {t('login.cooldown', { n: String(first) })}
      </span>
      <span aria-hidden="true">{t('login.cooldown', { n: String(left) })}</span>
    </p>
  )
}
