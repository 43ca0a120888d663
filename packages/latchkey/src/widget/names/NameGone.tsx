import { Button } from '../../ui/button/Button.tsx'
import { StatusWords } from '../shell/StatusWords.tsx'
import { useTexts } from '../shell/useTexts.ts'
import { useWidget } from '../shell/useWidget.ts'
import { ownNameTexts } from './namesTexts.ts'

/** The account does not have the name that is to be shown. */
export function NameGone({ name }: { readonly name: string }) {
  const t = useTexts(ownNameTexts)
  const widget = useWidget()
  return (
    <>
      <StatusWords title={t('ownName.gone', { name })} detail={t('ownName.goneHint')} />
      <Button wide onClick={() => widget.push('RegisterAccountName')}>
        {t('ownName.others')}
      </Button>
    </>
  )
}
