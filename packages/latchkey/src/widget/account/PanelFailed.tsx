import { Button } from '../../ui/button/Button.tsx'
import { StatusWords } from '../shell/StatusWords.tsx'
import { useErrorText } from '../shell/useErrorText.ts'
import { useTexts } from '../shell/useTexts.ts'
import { accountTexts } from '../texts/accountTexts.ts'

/** In the place of a tab whose code did not come. */
export function PanelFailed({ onRetry }: { readonly onRetry: () => void }) {
  const t = useTexts(accountTexts)
  const errorText = useErrorText()
  return (
    <div className="account-panel-words">
      <StatusWords tone="error" title={errorText('CHUNK_FAILED')} detail={t('account.panelHint')} />
      <Button onClick={onRetry}>{t('account.retry')}</Button>
    </div>
  )
}
