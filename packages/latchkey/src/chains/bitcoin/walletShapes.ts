/** What the wallets of bitcoin are recognised by. */
import { fieldOf } from '../foreign/readForeign.ts'
import { methodOf } from '../standard/readStandard.ts'

/** Whether a value has the methods of UniSat. */
export function isUnisat(provider: unknown): boolean {
  return (
    typeof fieldOf(provider, 'requestAccounts') === 'function' &&
    typeof fieldOf(provider, 'signMessage') === 'function'
  )
}

/** The provider with `request` that a wallet of Wallet Standard hands out for sats-connect; undefined where it has none. */
export function satsProviderOf(provider: unknown): object | undefined {
  const own = fieldOf(fieldOf(fieldOf(provider, 'features'), 'sats-connect:'), 'provider')
  return typeof fieldOf(own, 'request') === 'function' ? (own as object) : undefined
}

/** How a wallet of Wallet Standard connects for bitcoin; undefined where it does not. */
export function connectOf(provider: unknown) {
  return methodOf(provider, 'bitcoin:connect', 'connect') ?? methodOf(provider, 'standard:connect', 'connect')
}

/** Whether a value is a wallet of Wallet Standard that connects for bitcoin. */
export function isBitcoinStandard(provider: unknown): boolean {
  return connectOf(provider) !== undefined || satsProviderOf(provider) !== undefined
}
