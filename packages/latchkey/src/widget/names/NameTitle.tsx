import { CopyButton } from '../../ui/copy/CopyButton.tsx'
import { useTexts } from '../shell/useTexts.ts'
import { namesTexts } from './namesTexts.ts'

/** A whole name, and its copy button. */
export function NameTitle({ name }: { readonly name: string }) {
  const t = useTexts(namesTexts)
  return (
    <p className="names-title">
      <span className="names-whole" dir="ltr">
        {name}
      </span>
      <CopyButton
        text={name}
        label={t('names.copy')}
        copiedLabel={t('names.copied')}
        failedLabel={t('names.copyFailed')}
      />
    </p>
  )
}
