import { closeWith, openWith } from './closeWith.ts'
import { type KeyPurpose, type KeyVault, VaultError, type VaultKey } from './vault.ts'

export interface LocalKey extends VaultKey {
  readonly key: Uint8Array
}

/** Where a local vault has its keys from, oldest first. */
export interface KeySource {
  /** `isFresh`: whatever is remembered will not do. */
  read(purpose: KeyPurpose, isFresh: boolean): Promise<readonly LocalKey[]>
  add(purpose: KeyPurpose): Promise<string>
  destroy(purpose: KeyPurpose, id: string): Promise<void>
}

/** A vault whose keys are in this process's memory while it works. */
export function createLocalVault(source: KeySource): KeyVault {
  const newest = async (purpose: KeyPurpose): Promise<LocalKey> => {
    const key = (await source.read(purpose, false)).at(-1)
    if (key === undefined) throw new VaultError('gone', `The vault has no key for ${purpose}`)
    return key
  }
  const find = async (purpose: KeyPurpose, id: string): Promise<LocalKey> => {
    for (const isFresh of [false, true]) {
      const key = (await source.read(purpose, isFresh)).find(each => each.id === id)
      if (key !== undefined) return key
    }
    throw new VaultError('gone', `The vault has no longer the key ${id} for ${purpose}`)
  }
  return {
    async wrap(purpose, key) {
      const { id, key: kek } = await newest(purpose)
      return { kek: id, wrapped: closeWith(kek, key, aboutKey(purpose, id)) }
    },
    async unwrap(purpose, { kek, wrapped }) {
      const { key } = await find(purpose, kek)
      try {
        return openWith(key, wrapped, aboutKey(purpose, kek))
      } catch (error) {
        throw new VaultError('broken', `A row's key does not open with the vault's key ${kek}`, error)
      }
    },
    newest: async purpose => (await newest(purpose)).id,
    async list(purpose) {
      const keys = await source.read(purpose, true)
      return keys.map(({ id, createdAt }) => ({ id, ...(createdAt !== undefined && { createdAt }) }))
    },
    add: purpose => source.add(purpose),
    destroy: (purpose, id) => source.destroy(purpose, id),
  }
}

function aboutKey(purpose: KeyPurpose, id: string): string {
  return JSON.stringify(['latchkey custody key', purpose, id])
}
