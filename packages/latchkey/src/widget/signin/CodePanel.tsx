import { useState } from 'react'
import type { EmailCapture } from '../../engine/flows/signin/emailCapture.ts'
import type { EmailState } from '../../engine/flows/signin/emailTransition.ts'
import { Button } from '../../ui/button/Button.tsx'
import { Field } from '../../ui/field/Field.tsx'
import { useNow } from '../account/useNow.ts'
import { Countdown } from '../shell/Countdown.tsx'
import { StatusWords } from '../shell/StatusWords.tsx'
import { useTexts } from '../shell/useTexts.ts'
import { emailTexts } from './signInTexts.ts'
import { useFirstField } from './useFirstField.ts'

const digits = 8

/** The code of the message, typed, pasted, or filled in by the browser; tried as soon as it is whole. */
export function CodePanel({ email, state }: { readonly email: EmailCapture; readonly state: EmailState }) {
  const t = useTexts(emailTexts)
  const now = useNow()
  const field = useFirstField()
  const [code, setCode] = useState('')
  const address = 'address' in state ? (state.address ?? '') : ''
  const until = 'until' in state ? (state.until ?? 0) : 0
  const left = Math.max(0, Math.ceil((until - now) / 1_000))
  const take = (text: string) => {
    // Messages write the code in groups, so a pasted one may have spaces or a dash.
    const next = text.replace(/\D/g, '').slice(0, digits)
    setCode(next)
    if (next.length === digits) email.verify(next)
  }
  const failure = state.at === 'code' ? state.failure : undefined
  const error =
    failure === 'code'
      ? t('email.wrong')
      : failure === 'unsent'
        ? t('email.offline')
        : failure === 'cooldown'
          ? left > 0 && <Countdown key={until} until={until} words={n => t('email.cooldown', { n })} />
          : failure && t('email.unchecked')
  return (
    <form
      className="email-form"
      noValidate
      onSubmit={event => {
        event.preventDefault()
        email.verify(code)
      }}
    >
      <StatusWords title={t('email.codeLead')} detail={t('email.codeHint', { address })} />
      <div className="email-code">
        <Field
          ref={field}
          data-first=""
          inputMode="numeric"
          autoComplete="one-time-code"
          label={t('email.codeLabel')}
          value={code}
          onValue={take}
          error={error || undefined}
          dir="ltr"
        />
      </div>
      <div className="email-actions">
        <Button
          tone="primary"
          wide
          type="submit"
          loading={state.at === 'verifying'}
          aria-disabled={code.length !== digits}
        >
          {t('email.verify')}
        </Button>
        <Button wide loading={state.at === 'sending'} aria-disabled={left > 0} onClick={email.resend}>
          {left > 0 ? t('email.cooldown', { n: String(left) }) : t('email.resend')}
        </Button>
        <Button tone="ghost" wide onClick={email.restart}>
          {t('email.other')}
        </Button>
      </div>
    </form>
  )
}
