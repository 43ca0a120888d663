import type { Transfer, TransferCost, TransferFee } from '../../contract/send.ts'
import { withDeposits } from '../../engine/nouns/amounts/lacksFee.ts'
import { useEngineState } from '../shell/useEngineState.ts'
import { exactAmount } from './exactAmount.ts'
import { fiatOf } from './fiatOf.ts'
import { shortFee } from './shortFee.ts'

export declare namespace TotalWords {
  interface Props {
    readonly transfer: Transfer
    readonly fee: TransferFee
    readonly costs: readonly TransferCost[]
    /** Of the network's own currency; its worth is shown for a sum of it alone. */
    readonly price: number | undefined
    readonly currency: string
  }
}

/** What leaves the account with the likely fee: one sum, or the token and the fee side by side. */
export function TotalWords({ transfer, fee, costs, price, currency }: TotalWords.Props) {
  const locale = useEngineState(({ config }) => config.locale)
  const { asset, amount, network } = transfer
  const cost = shortFee(withDeposits(fee.likely ?? fee.most, costs))
  const about = fee.likely ? '≈ ' : ''
  const { symbol } = network.nativeCurrency
  if (asset.address !== undefined)
    return (
      <>
        <bdi>{`${exactAmount(amount, locale)} ${asset.symbol}`}</bdi>
        <bdi className="review-muted">{`+ ${about}${exactAmount(cost, locale)} ${symbol}`}</bdi>
      </>
    )
  const total = { value: amount.value + cost.value, decimals: cost.decimals }
  const fiat = fiatOf(total, price, currency, locale)
  return (
    <bdi>
      {about}
      {exactAmount(total, locale)} {symbol}
      {fiat && <span className="review-muted"> {fiat}</span>}
    </bdi>
  )
}
