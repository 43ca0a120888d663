import { createPublicKey, verify } from 'node:crypto'
import { custodyPossessionText } from 'latchkey/services'

/** Whether who signed has the key that the account's `owner` comes from, for this call with this body on this device. */
export function hasKey(of: {
  readonly owner: string
  readonly path: string
  readonly account: string
  readonly device: string
  readonly body: { readonly possession: string }
}): boolean {
  try {
    const x = Buffer.from(of.owner, 'hex').toString('base64url')
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
    return verify(null, Buffer.from(custodyPossessionText(of)), key, Buffer.from(of.body.possession, 'hex'))
  } catch {
    return false
  }
}
