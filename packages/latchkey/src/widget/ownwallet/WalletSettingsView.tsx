import { Body } from '../../ui/body/Body.tsx'
import { Button } from '../../ui/button/Button.tsx'
import { useCss } from '../../ui/stage/useCss.ts'
import { FramePlace } from '../frame/FramePlace.tsx'
import { StatusWords } from '../shell/StatusWords.tsx'
import { useFaultText } from '../shell/useFaultText.ts'
import { useMachine } from '../shell/useMachine.ts'
import { useTexts } from '../shell/useTexts.ts'
import { useWidget } from '../shell/useWidget.ts'
import { ownWalletTexts } from './ownWalletTexts.ts'
import css from './ownwallet.css'
import { settingsOf } from './settingsOf.ts'

/** CSS pixels of the frame's settings, before they were measured. */
const settingsSize = 520

/** WalletSettings: what keeps the wallet its visitor's, drawn by the frame alone (T11). */
export function WalletSettingsView() {
  useCss(css)
  const t = useTexts(ownWalletTexts)
  const faultText = useFaultText()
  const settings = settingsOf(useWidget())
  const state = useMachine(settings.machine)
  if (state.at === 'failed')
    return (
      <Body>
        <div className="own-failed">
          <StatusWords tone="error" title={faultText(state.fault)} detail={t('own.failedHint')} />
          <Button tone="primary" wide onClick={settings.retry}>
            {t('own.retry')}
          </Button>
        </div>
      </Body>
    )
  return (
    <FramePlace
      view="WalletSettings"
      fits={screen => screen !== null && screen !== 'APPROVE'}
      size={settingsSize}
      waiting={t('own.loading')}
    />
  )
}
