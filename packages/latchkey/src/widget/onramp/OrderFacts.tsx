import type { OrderEntry } from '../../contract/journal.ts'
import type { Network } from '../../contract/network.ts'
import { useEngineState } from '../shell/useEngineState.ts'
import { useTexts } from '../shell/useTexts.ts'
import { onrampOrderTexts } from './onrampTexts.ts'
import { fiatWords, tokenWords } from './rampWords.ts'

export declare namespace OrderFacts {
  interface Props {
    readonly entry: OrderEntry
    readonly at: OrderEntry['state'] | 'grew'
    readonly network: Network | undefined
  }
}

/** What was agreed, and once it is known, what arrived; unknown is "—". */
export function OrderFacts({ entry, at, network }: OrderFacts.Props) {
  const t = useTexts(onrampOrderTexts)
  const locale = useEngineState(({ config }) => config.locale)
  const { in: bought, price, grew } = entry
  const amount = at === 'grew' ? grew : bought.amount
  const isDone = at === 'confirmed' || at === 'grew'
  const isLost = at === 'failed' || at === 'refunded' || at === 'expired'
  return (
    <dl className="review-facts">
      <div className="review-fact">
        <dt>{t(isDone ? 'order.paid' : isLost ? 'order.price' : 'order.pay')}</dt>
        <dd>{price ? <bdi>{fiatWords(price.amount, price.currency, locale)}</bdi> : '—'}</dd>
      </div>
      {isLost ? null : (
        <div className="review-fact">
          <dt>{t(isDone ? 'order.received' : 'order.expected')}</dt>
          <dd>{amount === undefined ? '—' : <bdi>{tokenWords(amount, bought.asset.symbol, locale)}</bdi>}</dd>
        </div>
      )}
      <div className="review-fact">
        <dt>{t('order.network')}</dt>
        <dd>{network?.name ?? entry.caipNetworkId}</dd>
      </div>
    </dl>
  )
}
