import type { SwapToken } from '../../engine/nouns/swaps/swapQuote.ts'
import { Row } from '../../ui/list/Row.tsx'
import type { VirtualList } from '../../ui/list/VirtualList.tsx'
import { Tag } from '../../ui/tag/Tag.tsx'
import { Logo } from '../../ui/walletimage/Logo.tsx'
import { useTokenImage } from '../account/useTokenImage.ts'
import { fiatOf } from '../send/fiatOf.ts'
import { useEngineState } from '../shell/useEngineState.ts'
import { useTexts } from '../shell/useTexts.ts'
import { formatTokenAmount } from '../texts/formatTokenAmount.ts'
import { swapSelectTexts } from './swapTexts.ts'

export declare namespace SwapTokenRow {
  interface Props {
    readonly token: SwapToken
    readonly currency: string
    readonly current: boolean
    /** In a `VirtualList`; absent in a `List`. */
    readonly place?: VirtualList.Place
    readonly onChoose: (token: SwapToken) => void
  }
}

/** One token of the picker: what is held of it with its value, or its symbol alone. 56 px high. */
export function SwapTokenRow({ token, currency, current, place, onChoose }: SwapTokenRow.Props) {
  const t = useTexts(swapSelectTexts)
  const locale = useEngineState(({ config }) => config.locale)
  const src = useTokenImage(token.iconUrl)
  const { amount, symbol, price } = token
  const isHeld = amount !== undefined && amount.value > 0n
  const tag = token.alike ? 'swap.alike' : token.unlisted ? 'swap.unlisted' : undefined
  return (
    <Row
      id={token.key}
      {...(place && { place })}
      name={token.name}
      detail={<bdi>{isHeld ? `${formatTokenAmount(amount, locale)} ${symbol}` : symbol}</bdi>}
      icon={<Logo src={src} name={symbol} round />}
      // What is said of an unlisted token is no price to trust, and both have no room.
      value={isHeld && !tag ? fiatOf(amount, price, currency, locale) : undefined}
      {...(tag && { tag: <Tag tone="warning">{t(tag)}</Tag> })}
      {...(current && { end: 'check' as const })}
      current={current}
      onClick={() => onChoose(token)}
    />
  )
}
