import { type Bytes, toBytes, toHex, wipe } from '../bytes.ts'
import { sealingKey } from '../sealed.ts'
import { type FactorMaker, factorOf } from './makeFactor.ts'

/**
 * What every passkey's PRF is asked: the same for all, so that one ceremony logs in and opens the key. What comes of it is
 * another secret for each passkey, and none without its person (reference §2.3).
 */
export async function passkeyInput(): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', toBytes('latchkey passkey 1')))
}

/** The key that a passkey closes with. The secret of its PRF is gone afterwards. */
export async function keyOfPasskey(secret: Bytes, account: string): Promise<CryptoKey> {
  try {
    return await sealingKey(secret, 'passkey', account)
  } finally {
    wipe(secret)
  }
}

/** The factor of a passkey, by the key that it closes with. */
export async function passkeyFactor(
  key: CryptoKey,
  credential: string,
  label?: string,
): Promise<FactorMaker> {
  const params = { credential, salt: toHex(await passkeyInput()) }
  return factorOf('passkey', key, { params, ...(label !== undefined && { label }) })
}
