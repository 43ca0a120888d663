import { hexToBytes } from '@noble/hashes/utils.js'
import { parseEvmAddress } from '../evmAddress.ts'
import { personalHash, recoverSigner } from '../recoverSigner.ts'
import { verifyContractSignature } from '../verifyContractSignature.ts'
import type { SignInNamespace } from './signInNamespace.ts'

/** Bytes of a signature, wrapped account and all (T29). */
const longestSignature = 16_384
/** Milliseconds that a contract account may take to answer, all RPCs together (T29). */
const patience = 3_000

/** EIP-191 signatures of keys, and EIP-1271 and EIP-6492 of contracts. */
export const evmSignIn: SignInNamespace = {
  parseAddress: parseEvmAddress,
  async verify(claim, { message, address }) {
    const { signature: text, rpc, quorum = 1 } = claim
    if (typeof text !== 'string' || text.length > 2 + 2 * longestSignature) return 'signature'
    if (!/^0x(?:[0-9a-fA-F]{2})+$/.test(text)) return 'signature'
    const signature = hexToBytes(text.slice(2))
    const hash = personalHash(claim.message)
    // An account that has delegated to code still has its key (EIP-7702), so that the key goes first.
    if (recoverSigner(hash, signature) === address.toLowerCase()) return 'key'
    const urls = rpc && Object.hasOwn(rpc, message.chainId) ? rpc[message.chainId] : undefined
    if (urls === undefined || urls.length === 0) return 'signature'
    const answer = await verifyContractSignature(
      // One that is listed twice has one word.
      { urls: typeof urls === 'string' ? [urls] : [...new Set(urls)], quorum, address, hash, signature },
      { fetch: claim.fetch ?? fetch, signal: AbortSignal.timeout(patience) },
    )
    return answer === 'valid' ? 'contract' : answer === 'invalid' ? 'signature' : 'unreachable'
  },
}
