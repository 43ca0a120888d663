import { loginNames, type SocialMethod } from '../../contract/loginNames.ts'
import type { SocialState } from '../../engine/flows/login/socialTransition.ts'
import { Body } from '../../ui/body/Body.tsx'
import { Button } from '../../ui/button/Button.tsx'
import { Ring } from '../../ui/spinner/Ring.tsx'
import { useCss } from '../../ui/stage/useCss.ts'
import { usePlatform } from '../pairing/usePlatform.ts'
import { useSlow } from '../pairing/useSlow.ts'
import type { ViewProps } from '../shell/defineView.ts'
import { StatusWords } from '../shell/StatusWords.tsx'
import { useErrorText } from '../shell/useErrorText.ts'
import { useMachine } from '../shell/useMachine.ts'
import { useTexts } from '../shell/useTexts.ts'
import { useWidget } from '../shell/useWidget.ts'
import { AskedByFrame } from './AskedByFrame.tsx'
import { SocialList } from './ConnectSocialsView.tsx'
import { chooseOther } from './chooseOther.ts'
import css from './connectingsocial.css'
import { connectingSocialTexts } from './loginTexts.ts'
import { openFor } from './pressSocial.ts'
import { returnPathOf } from './returnPathOf.ts'
import { SocialFaultWords } from './SocialFaultWords.tsx'
import { SocialMark } from './SocialMark.tsx'
import { shownSocial } from './shownSocial.ts'
import { socialFlowOf } from './socialFlowOf.ts'
import { withMatch } from './withMatch.ts'

const rings: Readonly<Record<string, 'running' | 'failed'>> = {
  beginning: 'running',
  waiting: 'running',
  leaving: 'running',
  closed: 'failed',
  failed: 'failed',
  expired: 'failed',
}

/** Milliseconds after which a window that can be brought to the front is there. */
const focusTime = 200

/** ConnectingSocial: the provider asks the visitor in its own window; the frame asks for the rest (SPEC §4 "Social login"). */
export function ConnectingSocialView({ data }: ViewProps<'ConnectingSocial'>) {
  const state = useMachine(socialFlowOf(useWidget()).machine)
  const shown = shownSocial(state, data?.provider)
  if (shown.is === 'frame') return <AskedByFrame view="ConnectingSocial" />
  return shown.is === 'list' ? <SocialList /> : <Panel method={shown.method} state={state} />
}

function Panel({ method, state }: { readonly method: SocialMethod; readonly state: SocialState }) {
  useCss(css)
  const widget = useWidget()
  const t = useTexts(connectingSocialTexts)
  const flow = socialFlowOf(widget)
  const { framed } = usePlatform()
  const name = loginNames[method]
  // In the task of the click: later the browser lets no window open.
  const begin = () => flow.begin(method, openFor(widget, method))
  const goHere = () =>
    flow.beginHere(method, {
      returnTo: returnPathOf(location),
      leave: url => location.assign(url),
    })
  /** Not every browser brings a window to the front that let go of this page: there it is opened anew. */
  const showAgain = () => {
    flow.focus()
    widget.engine.ctx.clock.setTimeout(() => {
      if (flow.machine.getState().at === 'waiting' && document.hasFocus()) begin()
    }, focusTime)
  }
  // No provider lets itself be shown within another page.
  const canGoHere = !framed && method !== 'passkey'
  const isWaiting = state.at === 'beginning' || state.at === 'waiting'

  return (
    <Body>
      <div
        className="connecting-social"
        data-state={state.at}
        data-waiting={isWaiting ? state.at : undefined}
      >
        <Ring state={rings[state.at] ?? 'idle'}>
          <span className="connecting-social-mark">
            <SocialMark method={method} size={32} />
          </span>
        </Ring>
        <Words method={method} state={state} framed={framed} />
        <div className="connecting-social-actions">
          {isWaiting ? (
            <Button tone="primary" wide onClick={showAgain}>
              {t('socialLogin.show')}
            </Button>
          ) : state.at === 'leaving' ? null : (
            <Button tone="primary" wide onClick={begin}>
              {state.at === 'idle'
                ? t('socialLogin.start', { name })
                : t(state.at === 'blocked' ? 'socialLogin.open' : 'socialLogin.again')}
            </Button>
          )}
          {canGoHere && (state.at === 'blocked' || state.at === 'closed') ? (
            <Button wide onClick={goHere}>
              {t('socialLogin.here')}
            </Button>
          ) : null}
          <Button tone="ghost" wide onClick={() => chooseOther(widget)}>
            {t('socialLogin.other')}
          </Button>
        </div>
      </div>
    </Body>
  )
}

interface WordsProps {
  readonly method: SocialMethod
  readonly state: SocialState
  readonly framed: boolean
}

function Words({ method, state, framed }: WordsProps) {
  const t = useTexts(connectingSocialTexts)
  const errorText = useErrorText()
  const isSlow = useSlow(state.at === 'waiting')
  const name = loginNames[method]
  switch (state.at) {
    case 'blocked': {
      const hint = framed ? 'socialLogin.blockedFramedHint' : 'socialLogin.blockedHint'
      return <StatusWords title={t('socialLogin.blocked')} detail={t(hint, { name })} />
    }
    case 'leaving':
      return <StatusWords title={t('socialLogin.leaving', { name })} detail={t('socialLogin.leavingHint')} />
    case 'closed':
      return (
        <StatusWords
          tone="error"
          title={errorText('POPUP_CLOSED')}
          detail={t('socialLogin.closedHint', { name })}
        />
      )
    case 'expired':
      return (
        <StatusWords
          tone="error"
          title={t('socialLogin.expired')}
          detail={t(state.isReturn ? 'socialLogin.returnedHint' : 'socialLogin.expiredHint', { name })}
        />
      )
    case 'failed':
      return <SocialFaultWords method={method} fault={state.fault} />
    case 'idle':
      return (
        <StatusWords quiet title={t('socialLogin.start', { name })} detail={t('socialLogin.startHint')} />
      )
    default: {
      const hint = isSlow ? 'socialLogin.slowHint' : 'socialLogin.waitingHint'
      const match = state.at === 'waiting' ? state.match : undefined
      const detail = withMatch(t, t(hint, { name }), match)
      return <StatusWords title={t('socialLogin.waiting', { name })} detail={detail} />
    }
  }
}
