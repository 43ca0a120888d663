import { useCallback } from 'react'
import { Body } from '../../ui/body/Body.tsx'
import { Button } from '../../ui/button/Button.tsx'
import { useCss } from '../../ui/stage/useCss.ts'
import { FramePlace } from '../frame/FramePlace.tsx'
import { useFrame } from '../frame/useFrame.ts'
import { StatusWords } from '../shell/StatusWords.tsx'
import { useTexts } from '../shell/useTexts.ts'
import { useUnlessLeaving } from '../shell/useUnlessLeaving.ts'
import { useWidget } from '../shell/useWidget.ts'
import css from './login.css'
import { loginTexts } from './loginTexts.ts'

/** CSS pixels of an approval, before it was measured. */
const approvalSize = 520

/** ApproveTransaction: what the wallet is asked, drawn and decided in its frame alone (T08–T10). */
export function ApproveTransactionView() {
  useCss(css)
  const widget = useWidget()
  const t = useTexts(loginTexts)
  const frame = useFrame()
  const subscribe = useCallback(
    (listener: () => void) => frame?.on('AREA', listener) ?? (() => undefined),
    [frame],
  )
  const isAsked = useUnlessLeaving(subscribe, () => frame?.area.screen === 'APPROVE')
  if (isAsked || !frame)
    return (
      <FramePlace
        view="ApproveTransaction"
        fits={screen => screen === 'APPROVE'}
        size={approvalSize}
        waiting={t('login.approving')}
      />
    )
  return (
    <Body>
      <div className="login-form">
        <StatusWords title={t('login.nothing')} detail={t('login.nothingHint')} />
        <Button tone="primary" wide onClick={widget.finish}>
          {t('login.done')}
        </Button>
      </div>
    </Body>
  )
}
