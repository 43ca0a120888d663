import type { WireQuote } from '../../../contract/convert.ts'
import { isSameId, type Spelling } from '../../../contract/namespaceFacts.ts'
import type { SentAsset } from '../../../contract/send.ts'
import { cleanName } from '../identity/cleanName.ts'
import { type AskedQuote, assetOfToken, tokenIdOf } from './askedQuote.ts'
import { leastOf, mostOf } from './leastOf.ts'
import { pathOf } from './pathOf.ts'
import type { SwapQuote, SwapToken } from './swapQuote.ts'

/** The longest name of a venue or a provider that is shown. */
const nameLength = 32

export interface QuoteRules {
  /** How the namespace compares tokens. */
  readonly spelling: Spelling
  /** Base units of the network's own currency for one unit of gas; undefined while unknown. */
  readonly gasPrice: bigint | undefined
}

/**
 * A quote of the services in amounts; undefined for one that is not what was asked for, or whose limits are beyond the slippage (T70).
 */
export function toSwapQuote(wire: WireQuote, asked: AskedQuote, rules: QuoteRules): SwapQuote | undefined {
  const { network, sell, buy, exact, amount, slippageBps } = asked
  const { spelling, gasPrice } = rules
  const isToken = (id: string, token: Pick<SwapToken, 'address' | 'caipNetworkId'>) =>
    isSameId(id, tokenIdOf(network, token), spelling)
  if (wire.exact !== exact || !isToken(wire.fromAccount, sell) || !isToken(wire.toAccount, buy))
    return undefined
  const [out, into] = [BigInt(wire.fromAmount), BigInt(wire.toAmount)]
  const [most, least] = [BigInt(wire.maximum), BigInt(wire.minimum)]
  const isAsked =
    exact === 'in'
      ? out === amount && most === out && least <= into && least >= leastOf(into, slippageBps)
      : into === amount && least === into && most >= out && most <= mostOf(out, slippageBps)
  if (!isAsked || out === 0n || least === 0n) return undefined
  const native: SentAsset = {
    symbol: network.nativeCurrency.symbol,
    decimals: network.nativeCurrency.decimals,
  }
  const known: readonly (SentAsset & Pick<SwapToken, 'caipNetworkId'>)[] = [native, sell, buy]
  const { priceImpact, gas, tokenTax: tax, seconds, spender } = wire
  const path = pathOf(wire.route, asked, spelling)
  const units = (value: bigint, { decimals }: SentAsset) => ({ value, decimals })
  return {
    id: wire.id,
    provider: wire.provider,
    exact,
    out: units(out, sell),
    in: units(into, buy),
    most: units(most, sell),
    least: units(least, buy),
    expiresAt: Math.min(wire.expiresAt, latest),
    ...(spender !== null && { spender }),
    fees: wire.fees.flatMap(fee => {
      const asset = known.find(each => isToken(fee.asset, each))
      return asset
        ? [{ kind: fee.kind, amount: units(BigInt(fee.amount), asset), asset: assetOfToken(asset) }]
        : []
    }),
    ...(priceImpact !== null && { priceImpact }),
    route: wire.route.map(({ venue, share }) => ({
      venue: cleanName(venue, nameLength) ?? '—',
      share: share / 10_000,
    })),
    ...(path && { path }),
    ...(gas !== null && gasPrice !== undefined && { fee: units(BigInt(gas) * gasPrice, native) }),
    ...(tax !== null && { tax }),
    zeroFirst: wire.zeroFirst,
    ...(seconds !== null && buy.caipNetworkId !== undefined && { seconds }),
  }
}

/** The last moment that a date can have. */
const latest = 8_640_000_000_000_000
