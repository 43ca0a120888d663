import { useEngineState } from '../shell/useEngineState.ts'
import { useTexts } from '../shell/useTexts.ts'
import { formatPercent } from './formatPercent.ts'
import { impactTone } from './impactTone.ts'
import { swapDetailTexts } from './swapTexts.ts'

/** The price impact; unknown is said as such, never as none. */
export function ImpactWords({ impact }: { readonly impact: number | undefined }) {
  const t = useTexts(swapDetailTexts)
  const locale = useEngineState(({ config }) => config.locale)
  if (impact === undefined) return <span className="swap-muted">{t('swap.unknown')}</span>
  return (
    <span className="swap-impact" data-tone={impactTone(impact)}>
      <bdi>{formatPercent(Math.max(0, impact), locale)}</bdi>
    </span>
  )
}
