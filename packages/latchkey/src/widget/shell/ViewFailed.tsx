import type { ErrorCode } from '../../contract/errors/table.ts'
import { Body } from '../../ui/body/Body.tsx'
import { Icon } from '../../ui/icon/Icon.tsx'
import { refresh, warning } from '../../ui/icon/shapes.ts'
import { List } from '../../ui/list/List.tsx'
import { Row } from '../../ui/list/Row.tsx'
import { StatusWords } from './StatusWords.tsx'
import { shellTexts } from './shellTexts.ts'
import { useErrorText } from './useErrorText.ts'
import { useTexts } from './useTexts.ts'

export declare namespace ViewFailed {
  interface Props {
    readonly code: Extract<ErrorCode, 'CHUNK_FAILED' | 'UNKNOWN'>
    readonly onRetry: () => void
  }
}

/** Replaces a view that could not be shown. */
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
      </div>
      <List label={t('shell.retry')}>
        <Row name={t('shell.retry')} icon={<Icon shape={refresh} />} onClick={onRetry} />
      </List>
    </Body>
  )
}
