import { type ReactNode, useEffect, useState } from 'react'
import type { EmailCapture } from '../../engine/flows/signin/emailCapture.ts'
import type { EmailState } from '../../engine/flows/signin/emailTransition.ts'
import type { SignIn } from '../../engine/flows/signin/signIn.ts'
import { Body } from '../../ui/body/Body.tsx'
import { Button } from '../../ui/button/Button.tsx'
import { Field } from '../../ui/field/Field.tsx'
import { Spinner } from '../../ui/spinner/Spinner.tsx'
import { useCss } from '../../ui/stage/useCss.ts'
import { useNow } from '../account/useNow.ts'
import { Countdown } from '../shell/Countdown.tsx'
import { StatusWords } from '../shell/StatusWords.tsx'
import { useEngineState } from '../shell/useEngineState.ts'
import { useErrorText } from '../shell/useErrorText.ts'
import { useMachine } from '../shell/useMachine.ts'
import { useTexts } from '../shell/useTexts.ts'
import { CodePanel } from './CodePanel.tsx'
import css from './email.css'
import { emailTexts } from './signInTexts.ts'
import { siteOf } from './siteOf.ts'
import { useCancel } from './useCancel.ts'
import { useEmailCapture } from './useEmailCapture.ts'
import { useFirstField } from './useFirstField.ts'
import { useSignInFlow } from './useSignInFlow.ts'

/** DataCapture: the visitor's email address, proven by a code, before signing in (SPEC-NOTES §1 "Email capture"). */
export function DataCaptureView() {
  useCss(css)
  const signIn = useSignInFlow()
  const email = useEmailCapture(signIn)
  return <Body>{signIn && email ? <Capture signIn={signIn} email={email} /> : <Spinner />}</Body>
}

interface CaptureProps {
  readonly signIn: SignIn
  readonly email: EmailCapture
}

function Capture({ signIn, email }: CaptureProps) {
  const state = useMachine(email.machine)
  const hasCode = state.at === 'code' || state.at === 'verifying' || (state.at === 'sending' && state.flow)
  return (
    <div className="email" data-state={state.at}>
      {hasCode ? (
        <CodePanel email={email} state={state} />
      ) : (
        <AddressPanel signIn={signIn} email={email} state={state} />
      )}
    </div>
  )
}

function AddressPanel({ signIn, email, state }: CaptureProps & { readonly state: EmailState }) {
  const t = useTexts(emailTexts)
  const field = useFirstField()
  const site = siteOf(useEngineState(({ config }) => config.metadata))
  const isRequired = useEngineState(({ signInRequired }) => signInRequired)
  const { cancelling, run } = useCancel(signIn)
  const [typed, setTyped] = useState('address' in state ? (state.address ?? '') : '')
  const [recent, setRecent] = useState<readonly string[]>([])
  const error = useFailure(state)
  useEffect(() => {
    let isOver = false
    void email.recent().then(known => {
      if (!isOver) setRecent(known)
    })
    return () => {
      isOver = true
    }
  }, [email])
  return (
    <form
      className="email-form"
      noValidate
      onSubmit={event => {
        event.preventDefault()
        email.send(typed)
      }}
    >
      <StatusWords quiet title={t('email.lead')} detail={t('email.hint', { site: site.name })} />
      <Field
        ref={field}
        data-first=""
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="off"
        maxLength={254}
        label={t('email.label')}
        placeholder={t('email.placeholder')}
        value={typed}
        onValue={setTyped}
        error={error}
      />
      {recent.length === 0 || typed !== '' ? null : (
        <fieldset className="email-recent">
          <legend>{t('email.recent')}</legend>
          {recent.map(address => (
            <button
              key={address}
              type="button"
              className="email-known"
              onClick={() => {
                setTyped(address)
                email.send(address)
              }}
            >
              {address}
            </button>
          ))}
        </fieldset>
      )}
      <div className="email-actions">
        <Button tone="primary" wide type="submit" loading={state.at === 'sending'}>
          {t('email.send')}
        </Button>
        {isRequired ? (
          <Button tone="ghost" wide loading={cancelling} onClick={run}>
            {t('email.cancel')}
          </Button>
        ) : (
          <Button tone="ghost" wide onClick={signIn.skipEmail}>
            {t('email.skip')}
          </Button>
        )}
      </div>
    </form>
  )
}

/** The error, with the remaining seconds of a cool-down. */
function useFailure(state: EmailState): ReactNode {
  const t = useTexts(emailTexts)
  const errorText = useErrorText()
  const now = useNow()
  if (state.at !== 'typing') return undefined
  const { until = 0 } = state
  switch (state.failure) {
    case 'invalid':
      return errorText('INVALID_EMAIL')
    case 'cooldown':
      return until > now ? (
        <Countdown key={until} until={until} words={n => t('email.cooldown', { n })} />
      ) : undefined
    case 'offline':
      return t('email.offline')
    default:
      return undefined
  }
}
