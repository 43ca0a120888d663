import type { CaipNetworkId, ChainNamespace } from '../../../contract/caip.ts'
import type { Network } from '../../../contract/network.ts'
import type { PaymentCurrency, PurchaseCurrency } from '../../../contract/onramp.ts'
import { findNetwork } from '../../nouns/networks/findNetwork.ts'
import type { RampToken } from './rampFlow.ts'

/** SPEC §9 "Onramp default purchase currency" and "default payment currency". */
const defaultPurchase = 'USDC'
const defaultPayment = 'USD'

export interface RampPlace {
  readonly namespace: ChainNamespace
  /** Where the account is. */
  readonly network: Network
  /** The host's. */
  readonly networks: readonly Network[]
  /** A contract's account need not be the same one's on another network: only what arrives on its own is offered. */
  readonly contract: boolean
}

/**
 * What of the providers' list the account can receive: on networks of its namespace that the host lists. One whose decimals are not known is left out,
 * since no amount of it could be written down. Those of the account's own network come first.
 */
export function rampTokens(currencies: readonly PurchaseCurrency[], place: RampPlace): readonly RampToken[] {
  const here = place.network.caipNetworkId
  const seen = new Set<string>()
  const all = currencies.flatMap(currency =>
    currency.networks.flatMap(network => {
      const listed = findNetwork(place.networks, network.chain_id)
      if (listed?.chainNamespace !== place.namespace) return []
      const caipNetworkId = listed.caipNetworkId
      if (network.decimals === null || (place.contract && caipNetworkId !== here)) return []
      const key = `${currency.id}@${caipNetworkId}`
      if (seen.has(key)) return []
      seen.add(key)
      return [{ key, currency, network, caipNetworkId }]
    }),
  )
  return [
    ...all.filter(each => each.caipNetworkId === here),
    ...all.filter(each => each.caipNetworkId !== here),
  ]
}

/** The same list as it is, for samples, which no account receives. */
export function sampleTokens(currencies: readonly PurchaseCurrency[]): readonly RampToken[] {
  return currencies.flatMap(currency =>
    currency.networks.map(network => {
      const caipNetworkId = network.chain_id as CaipNetworkId
      return { key: `${currency.id}@${caipNetworkId}`, currency, network, caipNetworkId }
    }),
  )
}

/**
 * What is chosen before the visitor chooses: USDC on the account's own network (SPEC §9), else that network's own currency. Never a token of another
 * network: what is bought would not be where the visitor looks for it.
 */
export function defaultToken(tokens: readonly RampToken[], here: CaipNetworkId): RampToken | undefined {
  const own = tokens.filter(({ caipNetworkId }) => caipNetworkId === here)
  return (
    own.find(({ currency }) => currency.symbol.toUpperCase() === defaultPurchase) ??
    own.find(({ network }) => network.contract_address === null)
  )
}

/** USD (SPEC §9), or the first that is taken. */
export function defaultCurrency(currencies: readonly PaymentCurrency[]): PaymentCurrency | undefined {
  return currencies.find(({ id }) => id === defaultPayment) ?? currencies[0]
}
