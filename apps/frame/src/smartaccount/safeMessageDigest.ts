import type { Hex } from 'latchkey/evmcodec'
import { type Bytes, toHex } from '../keys/bytes.ts'
import { hashTypedData } from '../provider/evm/typedData.ts'
import { safeDomain, safeDomainFields } from './safeDomain.ts'

/**
 * The digest that the owner signs for a text or typed data of its Safe: `digest` is that of the text (EIP-191) or data
 * (EIP-712). It counts for that account on that network, and nowhere else (T31).
 */
export function safeMessageDigest(digest: Uint8Array, account: Hex, chainId: number): Bytes {
  return hashTypedData({
    types: { EIP712Domain: safeDomainFields, SafeMessage: [{ name: 'message', type: 'bytes' }] },
    primaryType: 'SafeMessage',
    domain: safeDomain(chainId, account),
    message: { message: `0x${toHex(digest)}` },
  })
}
