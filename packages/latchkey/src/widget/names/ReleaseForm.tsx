import type { Naming } from '../../engine/flows/name/naming.ts'
import type { OwnName } from '../../engine/nouns/names/ownNames.ts'
import { Button } from '../../ui/button/Button.tsx'
import { StatusWords } from '../shell/StatusWords.tsx'
import { useTexts } from '../shell/useTexts.ts'
import { ownNameTexts } from './namesTexts.ts'

/** Gives a name up. */
export function ReleaseForm({ name: { name }, naming }: { readonly name: OwnName; readonly naming: Naming }) {
  const t = useTexts(ownNameTexts)
  return (
    <>
      <StatusWords quiet title={t('ownName.releaseTitle', { name })} detail={t('ownName.releaseHint')} />
      <Button tone="danger" wide onClick={() => naming.order({ action: 'release', name })}>
        {t('ownName.releaseNow')}
      </Button>
    </>
  )
}
