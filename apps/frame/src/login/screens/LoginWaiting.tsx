import { Spinner, useCss } from 'latchkey/ui'
import css from './login.css'
import type { LoginWords } from './loginWords.ts'

/** Until the login of this page is there. */
export function LoginWaiting({ t }: { readonly t: LoginWords }) {
  useCss(css)
  return (
    <div className="login login-waiting" role="status" aria-label={t('login.loading')}>
      <Spinner />
    </div>
  )
}
