/** Secrets at rest: encrypted with an AES key of this browser that cannot be read out (relay.md §5). */
import type { KeyValueDatabase } from '../../engine/base/database.ts'
import type { Random } from '../../engine/base/random.ts'
import { randomBytes } from '../crypto/randomBytes.ts'

type Bytes = Uint8Array<ArrayBuffer>

export interface Vault {
  /** Returns a value to store instead of the bytes; on a page without WebCrypto, the bytes themselves. */
  lock(bytes: Bytes): Promise<unknown>
  /** The bytes again; undefined when they were not locked here. */
  unlock(stored: unknown): Promise<Bytes | undefined>
}

export interface VaultOptions {
  readonly database: KeyValueDatabase
  readonly random: Random
  readonly subtle: SubtleCrypto | undefined
  readonly exclusive: <T>(name: string, step: () => Promise<T>) => Promise<T>
}

const keyName = 'vault/key'

/** Opens the vault; its key is made with the first secret. */
export function createVault(options: VaultOptions): Vault {
  const { database, random, subtle } = options

  const readKey = async () => {
    const key = await database.get(keyName)
    return key instanceof CryptoKey ? key : undefined
  }
  const readOrMakeKey = (crypto: SubtleCrypto) =>
    options.exclusive(keyName, async () => {
      const known = await readKey()
      if (known) return known
      const key = await crypto.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
      await database.set(keyName, key)
      return key
    })

  return {
    async lock(bytes) {
      if (!subtle) return bytes
      const iv = randomBytes(random, 12)
      const key = await readOrMakeKey(subtle)
      const sealed = await subtle.encrypt({ name: 'AES-GCM', iv }, key, bytes)
      return { iv, sealed: new Uint8Array(sealed) }
    },
    async unlock(stored) {
      if (stored instanceof Uint8Array) return Uint8Array.from(stored)
      const { iv, sealed } = (stored ?? {}) as { iv?: unknown; sealed?: unknown }
      if (!subtle || !(iv instanceof Uint8Array) || !(sealed instanceof Uint8Array)) return undefined
      const key = await readKey()
      if (!key) return undefined
      try {
        const how = { name: 'AES-GCM', iv: Uint8Array.from(iv) }
        return new Uint8Array(await subtle.decrypt(how, key, Uint8Array.from(sealed)))
      } catch {
        return undefined
      }
    },
  }
}
