import { openDatabase } from '../../base/database.ts'
import type { EngineContext } from '../../context.ts'

/** Where a page's key outlives the page. Never throws: a browser that keeps nothing has none. */
export interface KeyStore {
  read(): Promise<CryptoKeyPair | undefined>
  write(pair: CryptoKeyPair): Promise<void>
  clear(): Promise<void>
}

const entry = 'sign-in key'

/** The key as the browser's own object in IndexedDB: no script can read what is in it, and no token lies beside it (T32). */
export function createKeyStore({
  config,
  clock,
}: Pick<EngineContext, 'clock'> & { readonly config: { readonly id: string } }): KeyStore {
  async function use<T>(run: (db: Awaited<ReturnType<typeof openDatabase>>) => Promise<T>): Promise<T> {
    const db = await openDatabase({ name: `@latchkey/${config.id}`, clock })
    try {
      return await run(db)
    } finally {
      db.close()
    }
  }

  return {
    read: () =>
      use(async db => {
        const kept = await db.get(entry)
        return isKeyPair(kept) ? kept : undefined
      }),
    write: pair => use(db => db.set(entry, pair)),
    clear: () => use(db => db.delete(entry)),
  }
}

/** What lies there may be anything; a key whose bits can be read is none of ours. */
function isKeyPair(value: unknown): value is CryptoKeyPair {
  const { privateKey, publicKey } = Object(value) as { readonly [name: string]: unknown }
  return (
    isSigningKey(privateKey, 'private') &&
    isSigningKey(publicKey, 'public') &&
    !privateKey.extractable &&
    privateKey.usages.includes('sign')
  )
}

function isSigningKey(value: unknown, type: KeyType): value is CryptoKey {
  if (!(value instanceof CryptoKey) || value.type !== type) return false
  const { name, namedCurve } = value.algorithm as EcKeyAlgorithm
  return name === 'ECDSA' && namedCurve === 'P-256'
}
