import { randomBytes } from 'node:crypto'
import { createLocalVault, type LocalKey } from './createLocalVault.ts'
import { type KeyPurpose, type KeyVault, keyPurposes, VaultError } from './vault.ts'

/** Keys that the environment lists (`CUSTODY_KEKS`); they come and go by the operator's hand. */
export function createListedVault(keys: ReadonlyMap<KeyPurpose, readonly LocalKey[]>): KeyVault {
  const fixed = (what: string) =>
    Promise.reject(new VaultError('fixed', `${what} in CUSTODY_KEKS, and start the servers again`))
  return createLocalVault({
    read: async purpose => keys.get(purpose) ?? [],
    add: purpose => fixed(`Append ${purpose}:<id>:<64 hexadecimal characters>`),
    destroy: (purpose, id) => fixed(`Leave ${purpose}:${id} out`),
  })
}

/** Creates keys for this process alone: rows encrypted under them are lost once it ends. */
export function createOwnVault(): KeyVault {
  return createListedVault(
    new Map(keyPurposes.map(purpose => [purpose, [{ id: 'own', key: randomBytes(32) }]])),
  )
}
