import { isSameId, type Spelling } from '../../contract/namespaceFacts.ts'
import type { Token } from '../../engine/nouns/tokens/tokens.ts'

/**
 * The holding of an asset, the network's own currency for one without an address. `spelling` is how the namespace compares
 * token addresses: two of base58 that differ in the case of a letter are two tokens.
 */
export function tokenOf(
  tokens: readonly Token[],
  { address }: { readonly address?: string },
  spelling: Spelling,
): Token | undefined {
  return tokens.find(each => isSameId(each.address, address, spelling))
}
