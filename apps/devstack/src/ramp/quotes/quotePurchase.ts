import type { ChainPrices } from '../chain/createRampPrices.ts'
import { divideUp } from './decimals.ts'
import type { RampAsset } from './rampAssets.ts'
import { type RampFiat, type RampService, rampCountries, rampMethods } from './rampCatalog.ts'

/** What a payment buys from one service. Amounts of fiat money are in hundredths. */
export interface Purchase {
  readonly service: RampService
  readonly method: string
  readonly transactionFee: bigint
  readonly networkFee: bigint
  /** What is left of the payment. */
  readonly net: bigint
  /** Smallest units of the asset. */
  readonly amount: bigint
  /** Hundred-millionths of fiat money for a whole unit of the asset. */
  readonly rate: bigint
}

/** Gas that a payout may take. */
const payoutGas = 65_000n
const bps = 10_000n

/** Returns why a service does not sell this, in words; undefined when it does. */
export function refusePurchase(
  service: RampService,
  asked: {
    country: string
    subdivision?: string | undefined
    fiat: string
    method: string
    asset: RampAsset
  },
): string | undefined {
  const { country, subdivision, fiat, method, asset } = asked
  const isServed = service.countries?.includes(country) ?? true
  if (!rampCountries.some(({ code }) => code === country) || !isServed) return 'Country is not supported'
  if (subdivision !== undefined && service.without?.includes(`${country}-${subdivision}`))
    return 'Country is not supported'
  if (!(service.chains?.includes(asset.chain.name) ?? true)) return 'Cryptocurrency is not supported'
  const takes = service.limits[method] !== undefined && rampMethods[method] !== undefined
  if (!takes || !(rampMethods[method]?.fiats?.includes(fiat) ?? true))
    return 'Payment method is not supported'
  return undefined
}

/** Computes what `paid` hundredths buy; undefined when fees would take all of it or a limit of the service stands against it. */
export function quotePurchase(asked: {
  service: RampService
  method: string
  paid: bigint
  fiat: RampFiat
  asset: RampAsset
  prices: ChainPrices
}): Purchase | undefined {
  const { service, method, paid, fiat, asset, prices } = asked
  const [minimum, maximum] = service.limits[method] ?? [0n, 0n]
  if (paid < minimum * 100n || paid > maximum * 100n) return undefined
  const transactionFee = divideUp(paid * service.feeBps, bps)
  const wei = prices.gas * payoutGas
  const networkFee = divideUp(wei * prices.ether * 100n, 10n ** 18n * fiat.microDollars)
  const net = paid - transactionFee - networkFee
  if (net <= 0n) return undefined
  const price = asset.worth === 'dollar' ? 1_000_000n : prices.ether
  const full = (net * fiat.microDollars * 10n ** BigInt(asset.decimals)) / (100n * price)
  // As ramps do, at most eight places are sold.
  const step = asset.decimals > 8 ? 10n ** BigInt(asset.decimals - 8) : 1n
  const amount = full - (full % step)
  if (amount === 0n) return undefined
  return {
    service,
    method,
    transactionFee,
    networkFee,
    net,
    amount,
    rate: (price * 10n ** 8n) / fiat.microDollars,
  }
}
