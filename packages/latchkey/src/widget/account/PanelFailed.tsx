import type { ErrorCode } from '../../contract/errors/table.ts'
import { Button } from '../../ui/button/Button.tsx'
import { StatusWords } from '../shell/StatusWords.tsx'
import { useErrorText } from '../shell/useErrorText.ts'
import { useTexts } from '../shell/useTexts.ts'
import { accountTexts, panelTexts } from './accountTexts.ts'

export declare namespace PanelFailed {
  interface Props {
    /** Its code did not come, unless said otherwise. */
    readonly code?: ErrorCode
    readonly onRetry: () => void
  }
}

/** In the place of a tab, or of its list, that did not come. */
export function PanelFailed({ code = 'CHUNK_FAILED', onRetry }: PanelFailed.Props) {
  const t = useTexts(accountTexts)
  const hint = useTexts(panelTexts)('account.panelHint')
  const errorText = useErrorText()
  return (
    <div className="account-panel-words">
      <StatusWords tone="error" title={errorText(code)} detail={hint} />
      <Button onClick={onRetry}>{t('account.retry')}</Button>
    </div>
  )
}
