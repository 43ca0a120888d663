import type { SwapQuote } from '../../engine/nouns/swaps/swapQuote.ts'
import { List } from '../../ui/list/List.tsx'
import { Row } from '../../ui/list/Row.tsx'
import { Tag } from '../../ui/tag/Tag.tsx'
import { exactAmount } from '../send/exactAmount.ts'
import { useEngineState } from '../shell/useEngineState.ts'
import { useTexts } from '../shell/useTexts.ts'
import { providerName } from './providerName.ts'
import { shortAmount } from './shortAmount.ts'
import { swapDetailTexts } from './swapTexts.ts'

export declare namespace QuoteList {
  interface Props {
    /** The best first. */
    readonly quotes: readonly SwapQuote[]
    readonly chosen: SwapQuote
    /** Symbols. */
    readonly sell: string
    readonly buy: string
    readonly onChoose: (id: string) => void
  }
}

/** The quotes of all providers, to choose another than the best. */
export function QuoteList({ quotes, chosen, sell, buy, onChoose }: QuoteList.Props) {
  const t = useTexts(swapDetailTexts)
  const locale = useEngineState(({ config }) => config.locale)
  return (
    <List heading={t('swap.quotes')}>
      {quotes.map((quote, at) => {
        const amount =
          quote.exact === 'out'
            ? `${exactAmount(shortAmount(quote.out, true), locale)} ${sell}`
            : `${exactAmount(shortAmount(quote.in, false), locale)} ${buy}`
        const isCurrent = quote.id === chosen.id
        return (
          <Row
            key={quote.id}
            id={`quote-${quote.provider}`}
            name={providerName(quote.provider)}
            detail={<bdi>{amount}</bdi>}
            {...(at === 0 && { tag: <Tag tone="success">{t('swap.best')}</Tag> })}
            {...(isCurrent && { end: 'check' as const })}
            current={isCurrent}
            onClick={() => onChoose(quote.id)}
          />
        )
      })}
    </List>
  )
}
