import { Footer } from '../../ui/body/Footer.tsx'
import type { ViewDefinition } from './defineView.ts'
import { LegalText } from './LegalText.tsx'
import { shellTexts } from './shellTexts.ts'
import { useEngineState } from './useEngineState.ts'
import { useTexts } from './useTexts.ts'

/** The footer a view states for itself: the legal line, or the product's. */
export function ViewFooter({ footer }: { readonly footer: ViewDefinition['footer'] }) {
  const t = useTexts(shellTexts)
  const isFirst = useEngineState(snapshot => snapshot.modal.behind.length === 0)
  const features = useEngineState(snapshot => snapshot.state.features)
  if (footer === 'brand' && features.branding === true) return <Footer>{t('shell.brand')}</Footer>
  // The checkbox says the same, and asks.
  if (!(footer === 'legal' || (footer === 'first' && isFirst)) || features.legalCheckbox === true) return null
  return <LegalText both={t('legal.both')} terms={t('legal.terms')} privacy={t('legal.privacy')} inFooter />
}
