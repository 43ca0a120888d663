import { useId, useState } from 'react'
import type { SignIn } from '../../engine/flows/signin/signIn.ts'
import type { SignInState } from '../../engine/flows/signin/signInTransition.ts'
import { Body } from '../../ui/body/Body.tsx'
import { Button } from '../../ui/button/Button.tsx'
import { Ring } from '../../ui/spinner/Ring.tsx'
import { Spinner } from '../../ui/spinner/Spinner.tsx'
import { useCss } from '../../ui/stage/useCss.ts'
import { Logo } from '../../ui/walletimage/Logo.tsx'
import { connectionOf } from '../shell/connectionOf.ts'
import { StatusWords } from '../shell/StatusWords.tsx'
import { useEngineState } from '../shell/useEngineState.ts'
import { useErrorText } from '../shell/useErrorText.ts'
import { useMachine } from '../shell/useMachine.ts'
import { useTexts } from '../shell/useTexts.ts'
import { signInTexts } from './signInTexts.ts'
import css from './signin.css'
import { siteOf } from './siteOf.ts'
import { useCancel } from './useCancel.ts'
import { useSignInFlow } from './useSignInFlow.ts'

/** SIWXSignMessage: the account's owner signs a message that says so (SPEC §4 "Sign-in flow"). */
export function SIWXSignMessageView() {
  useCss(css)
  const signIn = useSignInFlow()
  return signIn ? (
    <Prompt signIn={signIn} />
  ) : (
    <Body>
      <Spinner />
    </Body>
  )
}

function Prompt({ signIn }: { readonly signIn: SignIn }) {
  const t = useTexts(signInTexts)
  const state = useMachine(signIn.machine)
  const site = siteOf(useEngineState(({ config }) => config.metadata))
  const wallet = useEngineState(({ state }) => connectionOf(state, state.activeNamespace))?.wallet
  const isRequired = useEngineState(({ signInRequired }) => signInRequired)
  const { cancelling, run } = useCancel(signIn)
  const hint = useId()
  const offers = signIn.offersTransaction()
  const name = wallet?.name ?? ''
  const isSilent = state.at === 'asking' && state.waiting === 'silent'
  const isBusy = (state.at === 'asking' && !isSilent) || state.at === 'verifying'
  const hasFailed = state.at === 'unprepared' || (state.at === 'ready' && state.failure !== undefined)
  // What is left where the wallet signs no messages.
  const isOnlyWay = offers && state.at === 'ready' && state.failure === 'unable'
  const press = () => {
    if (isSilent) signIn.stop()
    if (state.at === 'unprepared' || state.at === 'dismissed') signIn.begin()
    else signIn.sign()
  }
  return (
    <Body>
      <div
        className="sign-in"
        data-state={state.at}
        data-failed={hasFailed ? '' : undefined}
        data-waiting={state.at === 'asking' ? state.waiting : undefined}
      >
        <div className="sign-in-pair">
          <Logo src={site.icon} name={site.name} size={64} />
          <span className="sign-in-link" aria-hidden="true" />
          <Ring
            state={
              state.at === 'signedIn'
                ? 'success'
                : isBusy
                  ? 'running'
                  : hasFailed || isSilent
                    ? 'failed'
                    : 'idle'
            }
          >
            <Logo src={wallet?.icon} name={name} size={64} />
          </Ring>
        </div>
        <Words state={state} site={site.name} wallet={name} offers={offers} />
        <Message state={state} />
        <div className="sign-in-actions">
          {isBusy ? null : (
            <Button
              tone={isOnlyWay ? 'secondary' : 'primary'}
              wide
              loading={state.at === 'preparing' || state.at === 'checking'}
              onClick={press}
            >
              {t(hasFailed || isSilent ? 'signIn.again' : 'signIn.sign')}
            </Button>
          )}
          {offers ? (
            <div className="sign-in-other">
              <p className="sign-in-other-hint" id={hint}>
                {t('signIn.byTransactionHint')}
              </p>
              <Button
                tone={isOnlyWay ? 'primary' : 'secondary'}
                wide
                aria-describedby={hint}
                onClick={() => signIn.sign({ byTransaction: true })}
              >
                {t('signIn.byTransaction')}
              </Button>
            </div>
          ) : null}
          {state.at === 'verifying' ? null : (
            <Button tone="ghost" wide loading={cancelling} onClick={run}>
              {t(isRequired ? 'signIn.disconnect' : 'signIn.cancel')}
            </Button>
          )}
        </div>
      </div>
    </Body>
  )
}

interface WordsProps {
  readonly state: SignInState
  readonly site: string
  readonly wallet: string
  /** Whether a transaction can be signed in place of the message. */
  readonly offers: boolean
}

function Words({ state, site, wallet, offers }: WordsProps) {
  const t = useTexts(signInTexts)
  const errorText = useErrorText()
  if (state.at === 'asking') {
    if (state.waiting === 'silent')
      return (
        <StatusWords title={t('signIn.silent', { wallet })} detail={t('signIn.silentHint', { wallet })} />
      )
    const asked = state.byTransaction ? 'signIn.askingTransactionHint' : 'signIn.askingHint'
    const detail = state.waiting === 'slow' ? 'signIn.slow' : asked
    return <StatusWords title={t('signIn.asking', { wallet })} detail={t(detail, { wallet })} />
  }
  if (state.at === 'verifying')
    return <StatusWords title={t('signIn.verifying')} detail={t('signIn.verifyingHint', { site })} />
  if (state.at === 'unprepared')
    return <StatusWords tone="error" title={errorText('SIGN_FAILED')} detail={t('signIn.unprepared')} />
  if (state.at === 'ready' && state.failure) {
    const said = state.failure === 'unable' && offers ? 'unableHere' : state.failure
    const detail = t(`signIn.${said}Hint`, { site, wallet })
    return <StatusWords tone="error" title={errorText('SIGN_FAILED')} detail={detail} />
  }
  return <StatusWords quiet title={t('signIn.lead', { site })} detail={t('signIn.what', { wallet })} />
}

/** Letter for letter what the wallet is asked to sign. */
function Message({ state }: { readonly state: SignInState }) {
  const t = useTexts(signInTexts)
  const [shown, setShown] = useState(false)
  const id = useId()
  if (!('prepared' in state)) return null
  return (
    <div className="sign-in-message">
      <button
        type="button"
        className="sign-in-toggle"
        aria-expanded={shown}
        aria-controls={shown ? id : undefined}
        onClick={() => setShown(!shown)}
      >
        {t(shown ? 'signIn.hide' : 'signIn.show')}
      </button>
      {shown ? (
        // Scrolls by itself, so it can be reached by the keys that scroll.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: WCAG 2.1.1 wants what scrolls to be reachable.
        <section id={id} className="sign-in-text" aria-label={t('signIn.message')} tabIndex={0} dir="ltr">
          {state.prepared.text}
        </section>
      ) : null}
    </div>
  )
}
