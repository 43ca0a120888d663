import type { RpcRequest } from 'latchkey/contract'
import type { Hex } from 'latchkey/evmcodec'
import { canonicalJson } from 'latchkey/services'
import { type Bytes, fromHex, toBytes, toHex } from '../keys/bytes.ts'
import { type EvmSignature, signOwnerDigest } from '../keys/signWith.ts'
import type { ApprovalRequest } from '../provider/approval.ts'
import { messageDigest } from '../provider/evm/hashes.ts'
import { hashTypedData } from '../provider/evm/typedData.ts'
import type { LoggedIn } from '../provider/loggedIn.ts'
import { networkFacts } from '../provider/networkFacts.ts'
import { refusal } from '../provider/refusal.ts'
import { withSigned } from '../provider/withSigned.ts'
import { isDeployed } from './isDeployed.ts'
import { safeAccountOf } from './safeAccountOf.ts'
import { safeMessageDigest } from './safeMessageDigest.ts'
import { wrap6492 } from './wrap6492.ts'

/**
 * Signs an approved text or typed data for the visitor's Safe: its owner's 65 bytes over a SafeMessage, which counts for
 * this account on this network alone (T31). They are wrapped (ERC-6492) unless the nodes say that the account is there.
 * @throws LatchkeyError with 4100 for another account than this Safe.
 */
export async function signSafeMessage(
  login: LoggedIn,
  request: Extract<ApprovalRequest, { is: 'message' | 'typed' }>,
  nodes: RpcRequest,
): Promise<Hex> {
  const { owner } = login.addresses
  const safe = owner && safeAccountOf(owner)
  if (safe?.address !== request.account) throw refusal('unauthorized')
  const { account, chainId } = request
  const { is, bytes, digest } = readSigned(request)
  const signed = toBytes(canonicalJson({ chainId, account, is, bytes: toHex(bytes) }))
  const owned = safeMessageDigest(digest, account, networkFacts(chainId).id)
  const [signature, isThere] = await Promise.all([
    withSigned(login, { is: 'accountMessage', signed }, entropy =>
      signOwnerDigest(entropy, owned, safe.owner),
    ).then(formatSignature),
    isDeployed(nodes, account),
  ])
  return isThere ? signature : wrap6492({ ...safe, signature })
}

/** What the policy of a project judges: the text's bytes, or the digest of typed data. */
function readSigned(request: Parameters<typeof signSafeMessage>[1]): {
  readonly is: 'message' | 'typedData'
  readonly bytes: Bytes
  readonly digest: Bytes
} {
  if (request.is === 'message') {
    const bytes = fromHex(request.bytes.slice(2))
    return { is: 'message', bytes, digest: messageDigest(bytes) }
  }
  const digest = hashTypedData(request.data)
  return { is: 'typedData', bytes: digest, digest }
}

/** 65 bytes as contracts recover a signer from. */
export function formatSignature({ r, s, yParity }: EvmSignature): Hex {
  return `${r}${s.slice(2)}${yParity === 0 ? '1b' : '1c'}`
}
