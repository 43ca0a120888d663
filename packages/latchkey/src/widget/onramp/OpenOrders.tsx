import type { OrderEntry } from '../../contract/journal.ts'
import { isSettled } from '../../engine/nouns/journal/isSettled.ts'
import type { Orders } from '../../engine/nouns/orders/orders.ts'
import { List } from '../../ui/list/List.tsx'
import { Row } from '../../ui/list/Row.tsx'
import { useEngineState } from '../shell/useEngineState.ts'
import { useMachine } from '../shell/useMachine.ts'
import { useTexts } from '../shell/useTexts.ts'
import { useWidget } from '../shell/useWidget.ts'
import { onrampOrderTexts, onrampTexts } from './onrampTexts.ts'
import { tokenWords } from './rampWords.ts'

/** More than these are in the activity. */
const most = 3

/** Orders that are not over, so that the visitor can follow them before buying again (T73). */
export function OpenOrders({ orders }: { readonly orders: Orders }) {
  const t = useTexts(onrampTexts)
  const words = useTexts(onrampOrderTexts)
  const widget = useWidget()
  const locale = useEngineState(({ config }) => config.locale)
  const open = useMachine(orders.list).filter(({ entry }) => entry.via === 'onramp' && !isSettled(entry))
  if (open.length === 0) return null
  const nameOf = ({ in: { asset, amount }, providerName }: OrderEntry) =>
    t('onramp.openOrder', {
      amount: amount === undefined ? asset.symbol : tokenWords(amount, asset.symbol, locale),
      name: providerName,
    })
  return (
    <List heading={t('onramp.open')}>
      {open.slice(0, most).map(({ entry }) => (
        <Row
          key={entry.id}
          id={`order-${entry.id}`}
          name={nameOf(entry)}
          detail={words(
            entry.state === 'sent'
              ? 'order.sent'
              : entry.state === 'lost_sight'
                ? 'order.lost_sight'
                : 'order.waiting',
            {
              name: entry.providerName,
            },
          )}
          end="chevron"
          onClick={() => widget.push('OnRampOrder', { id: entry.id })}
        />
      ))}
    </List>
  )
}
