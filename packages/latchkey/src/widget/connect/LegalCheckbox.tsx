import { Icon } from '../../ui/icon/Icon.tsx'
import { check } from '../../ui/icon/shapes.ts'
import { useCss } from '../../ui/stage/useCss.ts'
import { LegalText } from '../shell/LegalText.tsx'
import { useTexts } from '../shell/useTexts.ts'
import { useFirstField } from '../signin/useFirstField.ts'
import { acceptTexts } from './connectTexts.ts'
import css from './legal.css'

export declare namespace LegalCheckbox {
  interface Props {
    readonly checked: boolean
    readonly onChange: (checked: boolean) => void
  }
}

/** The host's terms, to be accepted before any row of Connect does anything (SPEC-NOTES §2). */
export function LegalCheckbox({ checked, onChange }: LegalCheckbox.Props) {
  useCss(css)
  const t = useTexts(acceptTexts)
  const box = useFirstField()
  return (
    <label className="connect-legal">
      <input
        ref={box}
        className="connect-legal-input"
        type="checkbox"
        checked={checked}
        data-first=""
        onChange={event => onChange(event.currentTarget.checked)}
      />
      <span className="connect-legal-box">{checked ? <Icon shape={check} size={16} /> : null}</span>
      <LegalText
        both={t('connect.accept')}
        terms={t('connect.acceptTerms')}
        privacy={t('connect.acceptPrivacy')}
      />
    </label>
  )
}
