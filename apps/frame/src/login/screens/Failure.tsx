import { failureWords, type LoginWords } from './loginWords.ts'

/** Why something did not work, read out as it appears. */
export function Failure({ failure, t }: { readonly failure: unknown; readonly t: LoginWords }) {
  if (failure === undefined) return null
  return (
    <p className="login-error" role="alert">
      {failureWords(t, failure) ?? t('login.busy')}
    </p>
  )
}
