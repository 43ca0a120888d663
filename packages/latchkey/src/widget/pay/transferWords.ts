import type { CaipNetworkId } from '../../contract/caip.ts'
import { parseCaipAsset } from '../../contract/caip19.ts'
import type { AcceptedPayment, WirePayment } from '../../contract/payments.ts'
import { acceptedWords } from './acceptedWords.ts'

type Transfer = WirePayment['transfers'][number]

/** What arrived, exact to the last unit; the bare amount of an asset that the payment does not accept. */
export function transferWords(
  { asset, amount }: Pick<Transfer, 'asset' | 'amount'>,
  accepts: readonly AcceptedPayment[],
  locale: string | undefined,
): string {
  const accepted = accepts.find(each => each.asset.toLowerCase() === asset.toLowerCase())
  return accepted ? acceptedWords({ ...accepted, amount }, locale) : amount
}

/** The network that an asset is on. */
export function transferNetwork(of: Pick<Transfer, 'asset'> | undefined): CaipNetworkId | undefined {
  return of && parseCaipAsset(of.asset)?.network
}
