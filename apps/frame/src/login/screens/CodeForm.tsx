import type { LoginCodeForm } from 'latchkey/services'
import { Button, Field } from 'latchkey/ui'
import { type ReactNode, useState } from 'react'
import { LoginPanel } from './LoginPanel.tsx'
import type { LoginText } from './loginTexts.ts'
import { failureWords, type LoginWords } from './loginWords.ts'
import { codeLength, readCode } from './readCode.ts'
import { useWork } from './useWork.ts'

export declare namespace CodeForm {
  interface Props {
    readonly title: string
    readonly hint: string
    readonly form: LoginCodeForm
    readonly enter: (code: string) => Promise<void>
    readonly t: LoginWords
    /** Buttons below the one that verifies. */
    readonly children: ReactNode
  }
}

const labels = {
  short: 'login.codeShort',
  digits: 'login.codeDigits',
  letters: 'login.codeLetters',
} as const satisfies Record<LoginCodeForm, LoginText>

/** A code of a mail, typed, pasted or filled in by the browser; tried as soon as it is whole. */
export function CodeForm({ title, hint, form, enter, t, children }: CodeForm.Props) {
  const [code, setCode] = useState('')
  const { isBusy, failure, run, clear } = useWork()
  const isWhole = code.length === codeLength[form]
  return (
    <LoginPanel title={title} hint={hint} onSubmit={() => isWhole && run(() => enter(code))}>
      <div className="login-code">
        <Field
          inputMode={form === 'letters' ? 'text' : 'numeric'}
          autoComplete="one-time-code"
          autoCapitalize="characters"
          labelHidden
          label={t(labels[form])}
          error={failure === undefined ? undefined : (failureWords(t, failure) ?? t('login.failed'))}
          value={code}
          dir="ltr"
          onValue={text => {
            const next = readCode(text, form)
            setCode(next)
            clear()
            if (next.length === codeLength[form] && next !== code) run(() => enter(next))
          }}
        />
      </div>
      <div className="login-actions">
        <Button tone="primary" wide type="submit" loading={isBusy} aria-disabled={!isWhole}>
          {t('login.verify')}
        </Button>
        {children}
      </div>
    </LoginPanel>
  )
}
