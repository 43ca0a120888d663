import { base64 } from '@scure/base'
import { parseSuiAddress } from '../../addresses/suiAddress.ts'
import { hashPersonalMessage } from '../sui/hashPersonalMessage.ts'
import { isSignedBy, signatureLength, suiAddressOf, suiKeys } from '../sui/suiKeys.ts'
import { verifyMultisig } from '../sui/verifyMultisig.ts'
import { verifyZkLogin } from '../sui/verifyZkLogin.ts'
import type { SignInNamespace } from './signInNamespace.ts'

/** Characters of a signature; one of zkLogin has a few thousand. */
const longestSignature = 10_924
const multisigFlag = 3
const zkLoginFlag = 5
/** Milliseconds that the chain may take to answer, all URLs together. */
const patience = 3_000

/**
 * Signatures of personal messages: base64 of a flag, the signature and the key. Plain keys and multisig are checked here, zkLogin by a
 * GraphQL URL of the host's own. Passkeys and every other flag are `unsupported`.
 */
export const suiSignIn: SignInNamespace = {
  // One form only: a short one would be another account to what compares texts.
  parseAddress: text => (parseSuiAddress(text) === text ? text : undefined),
  async verify(claim, { message, address }) {
    const { signature: text, rpc, quorum = 1 } = claim
    const bytes = typeof text === 'string' && text.length <= longestSignature ? parseBase64(text) : undefined
    const flag = bytes?.[0]
    if (!bytes || flag === undefined) return 'signature'
    if (flag === zkLoginFlag) {
      const urls = rpc && Object.hasOwn(rpc, message.chainId) ? rpc[message.chainId] : undefined
      if (urls === undefined || urls.length === 0) return 'unsupported'
      const answer = await verifyZkLogin(
        {
          urls: typeof urls === 'string' ? [urls] : [...new Set(urls)],
          quorum,
          message: claim.message,
          signature: text,
          address,
        },
        { fetch: claim.fetch ?? fetch, signal: AbortSignal.timeout(patience) },
      )
      return answer === 'valid' ? 'contract' : answer === 'invalid' ? 'signature' : 'unreachable'
    }
    const digest = hashPersonalMessage(claim.message)
    const signed = bytes.subarray(1)
    const signer = flag === multisigFlag ? verifyMultisig(signed, digest) : signerOf(flag, signed, digest)
    if (signer === 'unsupported') return 'unsupported'
    return signer === address ? 'key' : 'signature'
  },
}

/** The address of the key that signed; undefined where it did not. */
function signerOf(flag: number, signed: Uint8Array, digest: Uint8Array): string | 'unsupported' | undefined {
  const keys = suiKeys[flag]
  if (!keys) return 'unsupported'
  if (signed.length !== signatureLength + keys.keyLength) return undefined
  const [signature, key] = [signed.subarray(0, signatureLength), signed.subarray(signatureLength)]
  return isSignedBy(flag, signature, digest, key) ? suiAddressOf(Uint8Array.of(flag), key) : undefined
}

function parseBase64(text: string): Uint8Array | undefined {
  try {
    return base64.decode(text)
  } catch {
    return undefined
  }
}
