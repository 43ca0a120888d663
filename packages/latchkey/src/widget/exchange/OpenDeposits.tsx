import type { OrderEntry } from '../../contract/journal.ts'
import { isSettled } from '../../engine/nouns/journal/isSettled.ts'
import type { Orders } from '../../engine/nouns/orders/orders.ts'
import { List } from '../../ui/list/List.tsx'
import { Row } from '../../ui/list/Row.tsx'
import { useEngineState } from '../shell/useEngineState.ts'
import { useMachine } from '../shell/useMachine.ts'
import { useTexts } from '../shell/useTexts.ts'
import { useWidget } from '../shell/useWidget.ts'
import { amountWords } from './amountWords.ts'
import { exchangeOrderTexts, exchangeTexts } from './exchangeTexts.ts'

/** More than these are in the activity. */
const most = 3

/** Orders that are not over, so that the visitor can follow them before another one (T73). */
export function OpenDeposits({ orders }: { readonly orders: Orders }) {
  const t = useTexts(exchangeTexts)
  const words = useTexts(exchangeOrderTexts)
  const widget = useWidget()
  const locale = useEngineState(({ config }) => config.locale)
  const open = useMachine(orders.list).filter(({ entry }) => entry.via === 'exchange' && !isSettled(entry))
  if (open.length === 0) return null
  const nameOf = ({ in: { asset, amount }, providerName }: OrderEntry) =>
    t('exchange.openOrder', {
      amount: amount === undefined ? asset.symbol : amountWords(amount, asset.symbol, locale),
      name: providerName,
    })
  return (
    <List heading={t('exchange.open')}>
      {open.slice(0, most).map(({ entry }) => (
        <Row
          key={entry.id}
          id={`order-${entry.id}`}
          name={nameOf(entry)}
          detail={words(stateWords[entry.state] ?? 'exchange.waiting', { name: entry.providerName })}
          end="chevron"
          onClick={() => widget.push('ExchangeOrder', { id: entry.id })}
        />
      ))}
    </List>
  )
}

const stateWords: Readonly<Partial<Record<OrderEntry['state'], keyof typeof exchangeOrderTexts>>> = {
  sent: 'exchange.sent',
  lost_sight: 'exchange.unknown',
}
