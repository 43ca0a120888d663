import { policyReason, type SignedThing } from 'latchkey/services'
import { type Bytes, toHex } from '../keys/bytes.ts'
import { CustodyRefusal } from '../keys/custodyClient.ts'
import { requestOf } from './evm/hashes.ts'
import type { LoggedIn } from './loggedIn.ts'
import { refusal } from './refusal.ts'

/**
 * Has the key for just these bytes.
 * @throws LatchkeyError with 4200 where the project's policy does not let them be signed
 */
export async function withSigned<T>(
  login: LoggedIn,
  { is, signed }: { readonly is: SignedThing['is']; readonly signed: Bytes },
  use: (entropy: Uint8Array) => Promise<T>,
): Promise<T> {
  try {
    return await login.withKey(requestOf(signed), use, { is, bytes: toHex(signed) })
  } catch (error) {
    if (!(error instanceof CustodyRefusal) || !error.reasons.includes(policyReason.refused)) throw error
    throw refusal('unsupported', { message: 'The rules of this site do not allow it.' })
  }
}
