/** Reads what wallets answer and announce; a wallet may say anything, so all of it is checked by hand. */
import type { Account } from '../../contract/account.ts'
import { type CaipNetworkId, toCaipAddress } from '../../contract/caip.ts'
import { itemsOf } from '../foreign/readForeign.ts'
import { parseAddress } from './codec/address.ts'

/** Accounts that are read at most; no visitor can have approved more. */
const mostAccounts = 100

/**
 * The addresses of an `eth_accounts` answer: EIP-55, each once, the active one first, at most 100.
 * Undefined when it is no list of addresses.
 */
export function parseAddresses(answer: unknown): readonly string[] | undefined {
  const addresses = itemsOf(answer, mostAccounts)?.map(parseAddress)
  if (!addresses || addresses.includes(undefined)) return undefined
  return [...new Set(addresses as readonly string[])]
}

/** The network of an `eth_chainId` answer: hex or decimal text or a number, a safe integer above 0. */
export function parseChainId(answer: unknown): CaipNetworkId | undefined {
  const id =
    typeof answer === 'number'
      ? answer
      : typeof answer === 'string' && /^(0x[0-9a-f]{1,64}|\d{1,20})$/i.test(answer)
        ? Number(answer)
        : Number.NaN
  return Number.isSafeInteger(id) && id > 0 ? `eip155:${id}` : undefined
}

export function toAccounts(addresses: readonly string[], network: CaipNetworkId): readonly Account[] {
  return addresses.map(address => ({ caip10: toCaipAddress(network, address), type: 'eoa' }))
}
