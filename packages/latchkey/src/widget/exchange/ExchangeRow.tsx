import type { WireExchange } from '../../contract/exchange.ts'
import type { ExchangeTodo } from '../../engine/flows/exchange/exchangeFlow.ts'
import { Row } from '../../ui/list/Row.tsx'
import { Logo } from '../../ui/walletimage/Logo.tsx'
import { useTokenImage } from '../account/useTokenImage.ts'
import { useEngineState } from '../shell/useEngineState.ts'
import { useTexts } from '../shell/useTexts.ts'
import { amountWords } from './amountWords.ts'
import { exchangeTexts } from './exchangeTexts.ts'

export declare namespace ExchangeRow {
  interface Props {
    readonly exchange: WireExchange
    /** Of what is to arrive. */
    readonly symbol: string
    readonly todo: ExchangeTodo | undefined
    /** Whether the visitor left the amount to it. */
    readonly open: boolean
    readonly busy: boolean
    readonly onChoose: () => void
  }
}

/** One exchange: what it takes for sending, or why it does not send so much. */
export function ExchangeRow({ exchange, symbol, todo, open, busy, onChoose }: ExchangeRow.Props) {
  const t = useTexts(exchangeTexts)
  const locale = useEngineState(({ config }) => config.locale)
  const src = useTokenImage(exchange.iconUrl ?? undefined)
  const { id, name, minimum, maximum, fee, asksAmount } = exchange
  const words = (decimal: string) => amountWords(decimal, symbol, locale)
  const limit =
    todo === 'small' && minimum !== null
      ? t('exchange.small', { amount: words(minimum) })
      : todo === 'large' && maximum !== null
        ? t('exchange.large', { amount: words(maximum) })
        : undefined
  const asks = asksAmount && open
  const detail =
    fee === null
      ? [t(asks ? 'exchange.asksAll' : 'exchange.feeUnknown')]
      : [t('exchange.fee', { amount: words(fee) }), ...(asks ? [t('exchange.asks')] : [])]
  return (
    <Row
      id={`exchange-${id}`}
      name={name}
      detail={<bdi>{detail.join(' · ')}</bdi>}
      icon={<Logo src={src} name={name} />}
      disabled={limit}
      busy={busy}
      end="chevron"
      onClick={onChoose}
    />
  )
}
