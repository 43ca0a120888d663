import type { ServicesContext } from '../../core/context/servicesContext.ts'
import type { CustodySettings } from './readCustodySettings.ts'
import { createOwnVault } from './vault/createListedVault.ts'
import type { KeyVault } from './vault/vault.ts'

/** Holds the keys that key shares are closed under: keys of this process alone, unless a vault is provided. */
export function makeVault(_ctx: ServicesContext<{ readonly custody: CustodySettings }>): KeyVault {
  return createOwnVault()
}
