import { loginNames } from '../../contract/loginNames.ts'
import type { SocialState } from '../../engine/flows/login/socialTransition.ts'
import { openLink } from '../../engine/flows/pair/openLink.ts'
import { targetOf } from '../../engine/flows/pair/targetOf.ts'
import { Body } from '../../ui/body/Body.tsx'
import { Button } from '../../ui/button/Button.tsx'
import { QrCode } from '../../ui/qr/QrCode.tsx'
import { Ring } from '../../ui/spinner/Ring.tsx'
import { useCss } from '../../ui/stage/useCss.ts'
import { CopyLink } from '../pairing/CopyLink.tsx'
import { usePlatform } from '../pairing/usePlatform.ts'
import { useSlow } from '../pairing/useSlow.ts'
import { useTimeLeft } from '../pairing/useTimeLeft.ts'
import { StatusWords } from '../shell/StatusWords.tsx'
import { useMachine } from '../shell/useMachine.ts'
import { useTexts } from '../shell/useTexts.ts'
import { useWidget } from '../shell/useWidget.ts'
import { AskedByFrame } from './AskedByFrame.tsx'
import { chooseOther } from './chooseOther.ts'
import css from './connectingsocial.css'
import { connectingSocialTexts } from './loginTexts.ts'
import { SocialFaultWords } from './SocialFaultWords.tsx'
import { SocialMark } from './SocialMark.tsx'
import { socialFlowOf } from './socialFlowOf.ts'
import { withMatch } from './withMatch.ts'

/** ConnectingFarcaster: a QR code for the visitor's Farcaster app, and on a phone a link to it (SPEC §2). */
export function ConnectingFarcasterView() {
  useCss(css)
  const widget = useWidget()
  const flow = socialFlowOf(widget)
  const state = useMachine(flow.machine)
  const t = useTexts(connectingSocialTexts)
  const platform = usePlatform()
  const isPhone = platform.os !== 'desktop'
  const link = state.at === 'waiting' ? state.link : undefined
  const left = useTimeLeft(link)
  if (state.at === 'asked' || state.at === 'entering' || state.at === 'in')
    return <AskedByFrame view="ConnectingFarcaster" />
  const isOver = state.at === 'failed' || state.at === 'expired' || isStopped(state)
  return (
    <Body>
      <div className="connecting-social" data-state={state.at} data-waiting={isOver ? undefined : state.at}>
        {isPhone || isOver ? (
          <Ring state={isOver ? 'failed' : 'running'}>
            <span className="connecting-social-mark">
              <SocialMark method="farcaster" size={32} />
            </span>
          </Ring>
        ) : (
          <QrCode text={link?.url} label={t('socialLogin.code')} left={left} />
        )}
        <Words state={state} isPhone={isPhone} />
        <div className="connecting-social-actions">
          {isOver ? (
            <Button tone="primary" wide onClick={() => flow.begin('farcaster')}>
              {t('socialLogin.again')}
            </Button>
          ) : (
            <>
              {isPhone ? (
                <Button
                  tone="primary"
                  wide
                  aria-disabled={link === undefined}
                  onClick={() => link && openLink({ href: link.url, target: targetOf(link.url, platform) })}
                >
                  {t('socialLogin.openApp')}
                </Button>
              ) : null}
              <CopyLink uri={link?.url} />
            </>
          )}
          <Button tone="ghost" wide onClick={() => chooseOther(widget)}>
            {t('socialLogin.other')}
          </Button>
        </div>
      </div>
    </Body>
  )
}

/** Closed within the frame, after Farcaster had said yes. */
const isStopped = (state: SocialState) => state.at === 'idle' && state.method !== undefined

function Words({ state, isPhone }: { readonly state: SocialState; readonly isPhone: boolean }) {
  const t = useTexts(connectingSocialTexts)
  const isSlow = useSlow(state.at === 'waiting')
  if (state.at === 'failed') return <SocialFaultWords method="farcaster" fault={state.fault} />
  if (state.at === 'expired')
    return <StatusWords tone="error" title={t('socialLogin.expired')} detail={t('socialLogin.expiredHint')} />
  if (isStopped(state)) {
    const name = loginNames.farcaster
    return <StatusWords title={t('socialLogin.stopped')} detail={t('socialLogin.closedHint', { name })} />
  }
  // There is nothing to scan or to open yet.
  if (state.at !== 'waiting')
    return <StatusWords title={t('socialLogin.preparing')} detail={t('socialLogin.preparingHint')} />
  const hint = isSlow ? 'socialLogin.scanSlowHint' : isPhone ? 'socialLogin.appHint' : 'socialLogin.scanHint'
  const detail = withMatch(t, t(hint), state.match)
  return <StatusWords title={t(isPhone ? 'socialLogin.app' : 'socialLogin.scan')} detail={detail} />
}
