import { nameOfMethod } from 'latchkey/contract'
import type { LoginUser } from 'latchkey/services'

/** What an identity is of: an address, a passkey, or the provider's name. */
export function identityName({
  kind,
  issuer,
}: Pick<LoginUser['identities'][number], 'kind' | 'issuer'>): string {
  return nameOfMethod(kind === 'social' ? issuer : kind)
}
