import type { CaipNetworkId } from 'latchkey/contract'
import { chainOfNumber } from '../../data/namespaces/namespaces.ts'

/** Chains without a number of EIP-155, by the name that vendors have for them. */
const named: Readonly<Record<string, CaipNetworkId>> = {
  SOLANA: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
}

/** The network behind a vendor's name and number of a chain; undefined for one that has none. */
export function networkOfVendor(
  name: string | null | undefined,
  chainId: string | null | undefined,
): CaipNetworkId | undefined {
  const own = name == null ? undefined : named[name.toUpperCase()]
  if (own !== undefined) return own
  return /^[1-9]\d{0,14}$/.test(chainId ?? '') ? chainOfNumber(Number(chainId)) : undefined
}

/** A contract as a vendor writes it; null for a network's own currency, which some write empty and some as zeros. */
export function contractOfVendor(text: string | null | undefined): string | null {
  return text == null || /^(?:0x0*)?$/i.test(text) ? null : text
}
