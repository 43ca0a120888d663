import { type Bytes, toBytes, toHex, wipe } from '../bytes.ts'
import { sealingKey } from '../sealed.ts'
import { type FactorMaker, factorOf } from './makeFactor.ts'

/**
 * The input to every passkey's PRF: the same for all, so that one ceremony logs in and opens the key. The output is
 * another secret for each passkey, and needs the visitor (reference §2.3).
 */
export async function passkeyInput(): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', toBytes('latchkey passkey 1')))
}

/** Derives the encryption key of a passkey from the secret of its PRF, and wipes that secret. */
export async function keyOfPasskey(secret: Bytes, account: string): Promise<CryptoKey> {
  try {
    return await sealingKey(secret, 'passkey', account)
  } finally {
    wipe(secret)
  }
}

/** Makes the factor of a passkey, by its encryption key. */
export async function passkeyFactor(
  key: CryptoKey,
  credential: string,
  label?: string,
): Promise<FactorMaker> {
  const params = { credential, salt: toHex(await passkeyInput()) }
  return factorOf('passkey', key, { params, ...(label !== undefined && { label }) })
}
