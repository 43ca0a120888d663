import type { CaipNetworkId } from 'latchkey/contract'
import { readsAsAmount, textOf } from 'latchkey/evmcodec'
import * as known from 'latchkey/networks'
import type { FrameSite } from 'latchkey/services'

/** A network as an approval names it: by our own list or the operator's, never by the page's words. */
export interface NetworkFacts {
  readonly caipNetworkId: CaipNetworkId
  readonly id: number
  /** Absent: it is on no list, and named by its number. */
  readonly name?: string
  readonly nativeCurrency: { readonly name: string; readonly symbol: string; readonly decimals: number }
}

const longestName = 40
const longestSymbol = 16

/** What a network is called; one that is on no list, by its number or reference. */
export function networkName({ caipNetworkId, name, id }: NetworkFacts): string {
  if (name !== undefined) return name
  const { 1: reference = '' } = caipNetworkId.split(':')
  return caipNetworkId.startsWith('solana:') ? `Solana, ${reference}` : `Network ${id}`
}

/**
 * The known properties of a network: by the frame's own table, else as the operator's services write them into the
 * wallet's page. The operator renames no network of the table.
 */
export function networkFacts(
  caipNetworkId: CaipNetworkId,
  described: FrameSite['networks'] = {},
): NetworkFacts {
  const id = Number(caipNetworkId.slice(caipNetworkId.indexOf(':') + 1))
  for (const network of Object.values(known)) {
    if (typeof network === 'object' && network.caipNetworkId === caipNetworkId)
      return { caipNetworkId, id, name: network.name, nativeCurrency: network.nativeCurrency }
  }
  const theirs = Object.hasOwn(described, caipNetworkId) ? described[caipNetworkId] : undefined
  const name = textOf(theirs?.name, longestName)
  if (!theirs || name === undefined) return { caipNetworkId, id, nativeCurrency: currencyOf(caipNetworkId) }
  const symbol = textOf(theirs.nativeCurrency.symbol, longestSymbol)
  return {
    caipNetworkId,
    id,
    name,
    nativeCurrency: {
      name: textOf(theirs.nativeCurrency.name, longestName) ?? '',
      symbol: symbol === undefined || readsAsAmount(symbol) ? '' : symbol,
      decimals: theirs.nativeCurrency.decimals,
    },
  }
}

/** Every cluster of Solana counts in lamports of SOL; every chain of eip155 with 18 decimals, under a name that is not known. */
function currencyOf(caipNetworkId: CaipNetworkId): NetworkFacts['nativeCurrency'] {
  return caipNetworkId.startsWith('solana:')
    ? known.solana.nativeCurrency
    : { name: '', symbol: '', decimals: 18 }
}
