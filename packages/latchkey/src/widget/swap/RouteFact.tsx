import type { SwapQuote, SwapToken } from '../../engine/nouns/swaps/swapQuote.ts'
import { shortAddress } from '../../ui/address/shortAddress.ts'
import { ReviewFact as Fact } from '../send/ReviewFact.tsx'
import { useEngineState } from '../shell/useEngineState.ts'
import { useTexts } from '../shell/useTexts.ts'
import { formatPercent } from './formatPercent.ts'
import { providerName } from './providerName.ts'
import { swapDetailTexts } from './swapTexts.ts'

export declare namespace RouteFact {
  interface Props {
    readonly quote: Pick<SwapQuote, 'path' | 'provider' | 'route'>
    readonly sell: SwapToken | undefined
    readonly buy: SwapToken | undefined
    /** Those that the path may name. */
    readonly tokens: readonly SwapToken[]
  }
}

/** The tokens that the swap goes through, and the venues; the provider has its own line and is not said twice. */
export function RouteFact({ quote: { path, provider, route }, sell, buy, tokens }: RouteFact.Props) {
  const t = useTexts(swapDetailTexts)
  const locale = useEngineState(({ config }) => config.locale)
  const symbolOf = (key: string) =>
    [sell, buy, ...tokens].find(token => token?.key === key)?.symbol ?? shortAddress(key)
  const venues = route
    .filter(({ venue, share }) => share < 1 || venue !== providerName(provider))
    .map(({ venue, share }) =>
      share >= 1 ? venue : t('swap.routePart', { venue, percent: formatPercent(share, locale) }),
    )
  const parts = [path?.map(symbolOf).join(' → '), ...new Set(venues)].filter(part => part !== undefined)
  if (parts.length === 0 || route.length === 0) return null
  return (
    <Fact label={t('swap.route')}>
      {/* Its arrows point to the right everywhere. */}
      <bdi dir="ltr">{parts.join(' · ')}</bdi>
    </Fact>
  )
}
