import { useNow } from '../account/useNow.ts'
import { ReviewFact as Fact } from '../send/ReviewFact.tsx'
import { useEngineState } from '../shell/useEngineState.ts'
import { useTexts } from '../shell/useTexts.ts'
import { formatAge } from '../texts/formatAge.ts'
import { swapDetailTexts } from './swapTexts.ts'

/** How old the quote is. `at`: milliseconds since the epoch. */
export function QuoteAge({ at }: { readonly at: number }) {
  const t = useTexts(swapDetailTexts)
  const locale = useEngineState(({ config }) => config.locale)
  const now = useNow()
  return <Fact label={t('swap.age')}>{formatAge(now - at, locale)}</Fact>
}
