import { type Bytes, toBytes, wipe } from '../bytes.ts'
import { sealingKey } from '../sealed.ts'

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
