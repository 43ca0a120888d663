import { useId, useState } from 'react'
import type { Naming } from '../../engine/flows/name/naming.ts'
import type { NamingState } from '../../engine/flows/name/namingTransition.ts'
import { Button } from '../../ui/button/Button.tsx'
import { Ring } from '../../ui/spinner/Ring.tsx'
import { Logo } from '../../ui/walletimage/Logo.tsx'
import { connectionOf } from '../shell/connectionOf.ts'
import { StatusWords } from '../shell/StatusWords.tsx'
import { useEngineState } from '../shell/useEngineState.ts'
import { useTexts } from '../shell/useTexts.ts'
import { namingTexts } from './namesTexts.ts'

/** What is drawn instead of a form: the wallet or the services are to answer, or one more signature is needed. */
export type SigningState = Extract<
  NamingState,
  { readonly at: 'preparing' | 'asking' | 'sending' | 'lapsed' }
>

export function isSigning(state: NamingState): state is SigningState {
  return state.at === 'preparing' || state.at === 'asking' || state.at === 'sending' || state.at === 'lapsed'
}

/** A wallet signs for a name: how far it is, what it signs, and the ways out. */
export function NameSigning({ naming, state }: { readonly naming: Naming; readonly state: SigningState }) {
  const t = useTexts(namingTexts)
  const wallet = useEngineState(({ state }) => connectionOf(state, state.activeNamespace))?.wallet
  const isStuck = state.at === 'lapsed' || (state.at === 'asking' && state.waiting === 'silent')
  return (
    <div
      className="naming"
      data-state={state.at}
      data-waiting={state.at === 'asking' ? state.waiting : undefined}
    >
      <Ring state={isStuck ? 'failed' : 'running'}>
        <Logo src={wallet?.icon} name={wallet?.name ?? ''} size={64} />
      </Ring>
      <Words state={state} wallet={wallet?.name ?? ''} />
      {state.at === 'asking' ? <Message text={state.text} /> : null}
      <div className="naming-actions">
        {state.at === 'lapsed' ? (
          <Button tone="primary" wide onClick={naming.again}>
            {t('naming.again')}
          </Button>
        ) : null}
        {state.at === 'sending' ? null : (
          <Button tone="ghost" wide onClick={naming.stop}>
            {t('naming.cancel')}
          </Button>
        )}
      </div>
    </div>
  )
}

function Words({ state, wallet }: { readonly state: SigningState; readonly wallet: string }) {
  const t = useTexts(namingTexts)
  const { name } = state.order
  const values = { wallet, name }
  switch (state.at) {
    case 'preparing':
      return <StatusWords title={t('naming.preparing')} />
    case 'sending':
      return <StatusWords title={t('naming.sending')} detail={t('naming.sendingHint', values)} />
    case 'lapsed':
      return <StatusWords title={t('naming.lapsed')} detail={t('naming.lapsedHint', values)} />
    case 'asking':
      if (state.waiting === 'silent')
        return <StatusWords title={t('naming.silent', values)} detail={t('naming.silentHint', values)} />
      return (
        <StatusWords
          title={t('naming.asking', values)}
          detail={t(state.waiting === 'slow' ? 'naming.slow' : 'naming.askingHint', values)}
        />
      )
  }
}

/** Letter for letter what the wallet signs. */
function Message({ text }: { readonly text: string }) {
  const t = useTexts(namingTexts)
  const [shown, setShown] = useState(false)
  const id = useId()
  return (
    <div className="naming-message">
      <button
        type="button"
        className="naming-toggle"
        aria-expanded={shown}
        aria-controls={shown ? id : undefined}
        onClick={() => setShown(!shown)}
      >
        {t(shown ? 'naming.hide' : 'naming.show')}
      </button>
      {shown ? (
        // Scrolls by itself, so it can be reached by the keys that scroll.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: WCAG 2.1.1 wants what scrolls to be reachable.
        <section id={id} className="naming-text" aria-label={t('naming.message')} tabIndex={0} dir="ltr">
          {text}
        </section>
      ) : null}
    </div>
  )
}

/** What became of the last order, above the form that leads to the next one. */
export function NamingFault({ state }: { readonly state: NamingState }) {
  const t = useTexts(namingTexts)
  const wallet = useEngineState(({ state }) => connectionOf(state, state.activeNamespace))?.wallet.name ?? ''
  if (state.at !== 'failed') return null
  return (
    <StatusWords
      tone="error"
      title={state.reason ?? t('naming.failed')}
      detail={t(`naming.${state.failure}`, { wallet })}
    />
  )
}
