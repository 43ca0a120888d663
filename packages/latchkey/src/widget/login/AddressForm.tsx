import { type ReactNode, useEffect, useState } from 'react'
import type { EmailFlow } from '../../engine/flows/login/createEmailFlow.ts'
import type { EmailState } from '../../engine/flows/login/emailTransition.ts'
import { Body } from '../../ui/body/Body.tsx'
import { Button } from '../../ui/button/Button.tsx'
import { Field } from '../../ui/field/Field.tsx'
import { useCss } from '../../ui/stage/useCss.ts'
import { StatusWords } from '../shell/StatusWords.tsx'
import { useTexts } from '../shell/useTexts.ts'
import { useFirstField } from '../signin/useFirstField.ts'
import css from './login.css'
import { loginTexts } from './loginTexts.ts'
import { useFailureWords } from './useFailureWords.ts'

export declare namespace AddressForm {
  interface Props {
    readonly flow: EmailFlow
    readonly state: Extract<EmailState, { at: 'typing' }>
    readonly title: string
    readonly hint: string
    readonly label: string
    readonly action: string
    /** The address that it is already; nothing is sent for it. */
    readonly known?: string | undefined
    /** Below an empty field. */
    readonly children?: ReactNode
  }
}

/** Asks for an email address, and says why the last one did not do. */
export function AddressForm({ flow, state, title, hint, label, action, known, children }: AddressForm.Props) {
  useCss(css)
  const field = useFirstField()
  const { email = '' } = state
  const [typed, setTyped] = useState(email)
  const t = useTexts(loginTexts)
  const [isKnown, setKnown] = useState(false)
  const failure = useFailureWords(state.failure)
  const error = isKnown ? t('login.changeSame') : failure
  useEffect(() => setTyped(email), [email])
  return (
    <Body>
      <form
        className="login-form"
        noValidate
        onSubmit={event => {
          event.preventDefault()
          const isSame = known !== undefined && typed.trim().toLowerCase() === known.toLowerCase()
          setKnown(isSame)
          if (!isSame) flow.send(typed)
        }}
      >
        <StatusWords quiet title={title} detail={hint} />
        <Field
          ref={field}
          data-first=""
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="off"
          maxLength={254}
          label={label}
          value={typed}
          onValue={value => {
            setKnown(false)
            setTyped(value)
          }}
          error={error}
        />
        {typed === '' ? children : null}
        <Button tone="primary" wide type="submit">
          {action}
        </Button>
      </form>
    </Body>
  )
}
