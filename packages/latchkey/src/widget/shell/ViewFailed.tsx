import type { ErrorCode } from '../../contract/errors/table.ts'
import { Body } from '../../ui/body/Body.tsx'
import { Button } from '../../ui/button/Button.tsx'
import { Icon } from '../../ui/icon/Icon.tsx'
import { warning } from '../../ui/icon/shapes.ts'
import { shellTexts } from '../texts/shellTexts.ts'
import { StatusWords } from './StatusWords.tsx'
import { useErrorText } from './useErrorText.ts'
import { useTexts } from './useTexts.ts'

export declare namespace ViewFailed {
  interface Props {
    readonly code: Extract<ErrorCode, 'CHUNK_FAILED' | 'UNKNOWN'>
    readonly onRetry: () => void
  }
}

/** In the place of a view that could not be shown. */
export function ViewFailed({ code, onRetry }: ViewFailed.Props) {
  const t = useTexts(shellTexts)
  const errorText = useErrorText()
  return (
    <Body>
      <div className="shell-failed">
        <Icon shape={warning} size={32} />
        <StatusWords
          tone="error"
          title={errorText(code)}
          detail={t(code === 'CHUNK_FAILED' ? 'shell.chunkHint' : 'shell.crashHint')}
        />
        <Button tone="primary" wide onClick={onRetry}>
          {t('shell.retry')}
        </Button>
      </div>
    </Body>
  )
}
