import { ristretto255_oprf } from '@noble/curves/ed25519.js'
import { argon2idAsync } from '@noble/hashes/argon2.js'
import { postPasswordEvaluate } from 'latchkey/services'
import { type Bytes, fromHex, toBytes, toHex, wipe } from '../bytes.ts'
import type { CustodyClient } from '../custodyClient.ts'
import { KeysError } from '../keysError.ts'
import { sealingKey } from '../sealed.ts'

/** Characters of the shortest password that is taken. */
export const leastPassword = 10
const mostPassword = 256

/** Argon2id: 64 MiB, three passes (reference §2.3). */
const cost = { m: 65_536, t: 3, p: 1, dkLen: 32 } as const

/**
 * Derives the encryption key of a password. The services take part in each guess without learning the password (RFC
 * 9497). They allow ten guesses, and each costs 64 MiB of memory (T85). It takes seconds; `onProgress` receives the
 * progress from 0 to 1. @throws KeysError `text`, CustodyRefusal `CUSTODY_LOCKED`
 */
export async function keyOfPassword(
  client: CustodyClient,
  of: {
    readonly password: string
    readonly account: string
    readonly onProgress?: (progress: number) => void
  },
): Promise<CryptoKey> {
  const { password, account, onProgress } = of
  const input = readPassword(password)
  const secrets: Uint8Array[] = [input]
  try {
    const { blind, blinded } = ristretto255_oprf.oprf.blind(input)
    secrets.push(blind)
    const { evaluated } = await client.call(postPasswordEvaluate, { blinded: toHex(blinded) })
    const output = ristretto255_oprf.oprf.finalize(input, blind, fromHex(evaluated))
    secrets.push(output)
    const salt = toBytes(`latchkey password ${account}`)
    const stretched = await argon2idAsync(output, salt, { ...cost, ...(onProgress && { onProgress }) })
    const secret = Uint8Array.from(stretched)
    secrets.push(stretched, secret)
    return await sealingKey(secret, 'password', account)
  } finally {
    wipe(...secrets)
  }
}

/** A password is its text in one normal form, spaces and all. */
function readPassword(password: string): Bytes {
  const text = password.normalize('NFKC')
  if (text.length < leastPassword || text.length > mostPassword) throw new KeysError('text')
  return toBytes(text)
}
