import { Button } from '../../ui/button/Button.tsx'
import { Icon } from '../../ui/icon/Icon.tsx'
import { warning } from '../../ui/icon/shapes.ts'
import { useCss } from '../../ui/stage/useCss.ts'
import { useTexts } from '../shell/useTexts.ts'
import { useWidget } from '../shell/useWidget.ts'
import { ownWalletTexts } from '../texts/ownWalletTexts.ts'
import css from './ownwallet.css'
import { useReminder } from './useReminder.ts'

/** In Account until recovery is set up; put off, it is back with the next visit of the page. */
export function RecoveryReminder() {
  useCss(css)
  const widget = useWidget()
  const t = useTexts(ownWalletTexts)
  const { reminder, putOff } = useReminder()
  if (reminder === undefined) return null
  return (
    <section className="own-reminder" aria-label={t('own.remind')}>
      <Icon shape={warning} />
      <p>{t(reminder === 'none' ? 'own.remindNone' : 'own.remindPasskey')}</p>
      <div className="own-reminder-ways">
        <Button
          tone="ghost"
          onClick={() => {
            putOff()
            // What had the focus is gone.
            queueMicrotask(widget.catchFocus)
          }}
        >
          {t('own.later')}
        </Button>
        <Button tone="primary" onClick={() => widget.push('WalletSettings', { screen: 'RECOVERY_SETUP' })}>
          {t('own.setUp')}
        </Button>
      </div>
    </section>
  )
}
