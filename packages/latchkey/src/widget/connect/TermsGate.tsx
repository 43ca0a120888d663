import { useState } from 'react'
import { Body } from '../../ui/body/Body.tsx'
import { Button } from '../../ui/button/Button.tsx'
import { useKept } from '../shell/useKept.ts'
import { useTexts } from '../shell/useTexts.ts'
import { acceptTexts } from './connectTexts.ts'
import { LegalCheckbox } from './LegalCheckbox.tsx'
import { legalConsent } from './legalConsent.ts'

/** The host's terms, in place of a view that was opened past Connect's checkbox; `onAccept` shows the view. */
export function TermsGate({ onAccept }: { readonly onAccept: () => void }) {
  const t = useTexts(acceptTexts)
  const [checked, setChecked] = useState(false)
  const [, setAccepted] = useKept(legalConsent)
  return (
    <Body>
      <LegalCheckbox checked={checked} onChange={setChecked} />
      <Button
        wide
        tone="primary"
        data-terms=""
        aria-disabled={!checked || undefined}
        onClick={() => {
          setAccepted(true)
          onAccept()
        }}
      >
        {t('connect.acceptGo')}
      </Button>
    </Body>
  )
}
