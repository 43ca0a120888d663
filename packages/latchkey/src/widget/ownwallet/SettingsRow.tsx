import { Icon } from '../../ui/icon/Icon.tsx'
import { shield } from '../../ui/icon/shapes.ts'
import { Row } from '../../ui/list/Row.tsx'
import { useCss } from '../../ui/stage/useCss.ts'
import { useTexts } from '../shell/useTexts.ts'
import { useWidget } from '../shell/useWidget.ts'
import { ownWalletTexts } from './ownWalletTexts.ts'
import css from './ownwallet.css'

/** In Account: the way to what keeps the wallet its visitor's. */
export function SettingsRow() {
  useCss(css)
  const widget = useWidget()
  const t = useTexts(ownWalletTexts)
  return (
    <Row
      id="settings"
      name={t('own.settings')}
      detail={t('own.settingsHint')}
      icon={<Icon shape={shield} />}
      end="chevron"
      onClick={() => widget.push('WalletSettings')}
    />
  )
}
