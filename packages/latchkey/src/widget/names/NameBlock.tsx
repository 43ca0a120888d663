import { Button } from '../../ui/button/Button.tsx'
import { StatusWords } from '../shell/StatusWords.tsx'
import { useTexts } from '../shell/useTexts.ts'
import { useWidget } from '../shell/useWidget.ts'
import { namesTexts } from './namesTexts.ts'
import type { SigningBlock } from './signingBlock.ts'

/** Why the account cannot sign for a name, and the way out where there is one. */
export function NameBlock({ block }: { readonly block: SigningBlock }) {
  const t = useTexts(namesTexts)
  const widget = useWidget()
  const title =
    block.why === 'contract' ? t('names.contract', { network: block.network }) : t(`names.${block.why}`)
  return (
    <div className="names-block">
      <StatusWords title={title} detail={t(`names.${block.why}Hint`)} />
      {block.why === 'contract' && block.canSwitch ? (
        <Button wide onClick={() => widget.push('Networks')}>
          {t('names.networks')}
        </Button>
      ) : null}
    </div>
  )
}
