import type { Token } from '../../engine/nouns/tokens/tokens.ts'
import { Row } from '../../ui/list/Row.tsx'
import type { VirtualList } from '../../ui/list/VirtualList.tsx'
import { Logo } from '../../ui/walletimage/Logo.tsx'
import { useEngineState } from '../shell/useEngineState.ts'
import { formatFiat } from '../texts/formatFiat.ts'
import { formatTokenAmount } from '../texts/formatTokenAmount.ts'
import { useTokenImage } from './useTokenImage.ts'

export declare namespace TokenRow {
  interface Props {
    readonly token: Token
    /** Of the portfolio it is in. */
    readonly currency: string
    /** In a `VirtualList`; absent in a `List`. */
    readonly place?: VirtualList.Place
    /** Absent, it is only there to be read. */
    readonly onChoose?: (token: Token) => void
  }
}

/** One holding in a list: what it is, how much of it, and its value where that is known. 56 px high. */
export function TokenRow({ token, currency, place, onChoose }: TokenRow.Props) {
  const locale = useEngineState(snapshot => snapshot.config.locale)
  const src = useTokenImage(token.iconUrl)
  return (
    <Row
      id={token.key}
      {...(place && { place })}
      name={token.name}
      detail={<bdi>{`${formatTokenAmount(token.amount, locale)} ${token.symbol}`}</bdi>}
      icon={<Logo src={src} name={token.symbol} round />}
      value={token.value === undefined ? undefined : formatFiat(token.value, currency, locale)}
      {...(onChoose ? { onClick: () => onChoose(token) } : { still: true })}
    />
  )
}
