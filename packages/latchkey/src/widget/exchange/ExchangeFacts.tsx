import { addressOf } from '../../contract/caip.ts'
import type { OrderEntry } from '../../contract/journal.ts'
import { shortAddress } from '../../ui/address/shortAddress.ts'
import { ReviewFact as Fact } from '../send/ReviewFact.tsx'
import { useEngineState } from '../shell/useEngineState.ts'
import { useTexts } from '../shell/useTexts.ts'
import { amountWords } from './amountWords.ts'
import { type ExchangeOutcome, isDone, isLost } from './exchangeOutcome.ts'
import { exchangeOrderTexts } from './exchangeTexts.ts'

export declare namespace ExchangeFacts {
  interface Props {
    readonly entry: OrderEntry
    readonly outcome: ExchangeOutcome
    readonly network: string
  }
}

/** How much, where to: what arrived once it is known, and before that what is expected, called so (F26). */
export function ExchangeFacts({ entry, outcome, network }: ExchangeFacts.Props) {
  const t = useTexts(exchangeOrderTexts)
  const locale = useEngineState(({ config }) => config.locale)
  const { in: came, grew, recipient, from } = entry
  const amount = outcome === 'grew' ? grew : came.amount
  const label = isDone(outcome)
    ? 'exchange.arrived'
    : isLost(outcome)
      ? 'exchange.amountFact'
      : 'exchange.expected'
  const unknown = isDone(outcome) ? '—' : t('exchange.asked')
  return (
    <dl className="review-facts">
      <Fact label={t(label)}>
        <bdi>{amount === undefined ? unknown : amountWords(amount, came.asset.symbol, locale)}</bdi>
      </Fact>
      <Fact label={t('exchange.toFact')}>
        <bdi>{shortAddress(recipient ?? addressOf(from))}</bdi>
      </Fact>
      <Fact label={t('exchange.network')}>{network}</Fact>
    </dl>
  )
}
