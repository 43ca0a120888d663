import type { Authorizing } from '../../../contract/authorizing.ts'
import { authorizeTransfer } from './authorizeTransfer.ts'
import { readDomain } from './readDomain.ts'

/** Paying by EIP-3009 on eip155, in the chunk that is fetched with the first request that costs something. */
export function createEvmAuthorizing(): Authorizing {
  return { token: readDomain, authorize: authorizeTransfer }
}
