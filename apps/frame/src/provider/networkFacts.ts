import type { CaipNetworkId } from 'latchkey/contract'
import * as known from 'latchkey/networks'

/** A network as an approval names it: by our own list, never by the page's words. */
export interface NetworkFacts {
  readonly caipNetworkId: CaipNetworkId
  readonly id: number
  /** Absent: it is not on the list, and named by its number. */
  readonly name?: string
  readonly nativeCurrency: { readonly name: string; readonly symbol: string; readonly decimals: number }
}

/** What a network is called; one that is not on our list, by its number or reference. */
export function networkName(caipNetworkId: CaipNetworkId): string {
  if (!caipNetworkId.startsWith('solana:')) {
    const { name, id } = networkFacts(caipNetworkId)
    return name ?? `Network ${id}`
  }
  const listed = Object.values(known).find(
    network => typeof network === 'object' && network.caipNetworkId === caipNetworkId,
  )
  return typeof listed === 'object' ? listed.name : `Solana, ${caipNetworkId.slice('solana:'.length)}`
}

/** The known properties of a network of eip155. */
export function networkFacts(caipNetworkId: CaipNetworkId): NetworkFacts {
  const id = Number(caipNetworkId.slice('eip155:'.length))
  for (const network of Object.values(known)) {
    if (typeof network === 'object' && network.caipNetworkId === caipNetworkId)
      return { caipNetworkId, id, name: network.name, nativeCurrency: network.nativeCurrency }
  }
  // Every chain of eip155 counts its own currency with 18 decimals; what it is called is not known.
  return { caipNetworkId, id, nativeCurrency: { name: '', symbol: '', decimals: 18 } }
}
