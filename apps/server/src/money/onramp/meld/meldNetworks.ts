import type { CaipNetworkId } from 'latchkey/contract'
import { chainOfNumber } from '../../../data/namespaces/namespaces.ts'

/** Chains of Meld's without a number of EIP-155, by its own code. */
const named: Readonly<Record<string, CaipNetworkId>> = {
  SOLANA: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
}

/** The network behind Meld's code and number of a chain; undefined for one that has none. */
export function networkOfMeld(
  code: string | null | undefined,
  chainId: string | null | undefined,
): CaipNetworkId | undefined {
  const own = code == null ? undefined : named[code.toUpperCase()]
  if (own !== undefined) return own
  return /^[1-9]\d{0,14}$/.test(chainId ?? '') ? chainOfNumber(Number(chainId)) : undefined
}

/** Our words for Meld's ways to pay, where they are not the same in lower case. */
const methods = [
  ['CREDIT_DEBIT_CARD', 'card'],
  ['ACH', 'ach_bank_account'],
] as const

export function methodOfMeld(method: string): string {
  return methods.find(([theirs]) => theirs === method)?.[1] ?? method.toLowerCase()
}

export function methodToMeld(method: string): string {
  return methods.find(([, ours]) => ours === method)?.[0] ?? method.toUpperCase()
}
