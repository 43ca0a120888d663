import { encodeRlp, type Hex, isSameAddress, toBytes, toQuantity } from 'latchkey/evmcodec'
import { canonicalJson, delegatedContracts, type UserOperation } from 'latchkey/services'
import { fromHex, toBytes as textBytes } from '../keys/bytes.ts'
import { signEvmDigest } from '../keys/signWith.ts'
import { keccak } from '../provider/evm/hashes.ts'
import type { LoggedIn } from '../provider/loggedIn.ts'
import { withSigned } from '../provider/withSigned.ts'

/** An authorization of EIP-7702 that is signed. */
export type Authorization = NonNullable<UserOperation['eip7702Auth']>

/** Takes an account's delegation away. */
export const noContract: Hex = `0x${'0'.repeat(40)}`

/**
 * Signs an authorization of EIP-7702 that this wallet made itself: of one network, and to its own contract or to none.
 * @throws TypeError for chain 0, which would count on every network, and for another contract (T60)
 */
export async function signAuthorization(
  login: LoggedIn,
  { chainId, address, nonce }: { readonly chainId: number; readonly address: Hex; readonly nonce: bigint },
): Promise<Authorization> {
  if (!Number.isSafeInteger(chainId) || chainId <= 0)
    throw new TypeError('An authorization is of one network')
  if (address !== noContract && !isSameAddress(address, delegatedContracts.account))
    throw new TypeError('Not a contract of this wallet')
  // MAGIC of EIP-7702, before the list of what is authorized.
  const encoded = `05${encodeRlp([toBytes(BigInt(chainId)), address.toLowerCase() as Hex, toBytes(nonce)]).slice(2)}`
  const signed = textBytes(canonicalJson({ chainId: `eip155:${chainId}`, address, nonce: toQuantity(nonce) }))
  const { r, s, yParity } = await withSigned(login, { is: 'authorization', signed }, entropy =>
    signEvmDigest(entropy, keccak(fromHex(encoded)), login.addresses.eip155),
  )
  return {
    chainId: toQuantity(chainId),
    address,
    nonce: toQuantity(nonce),
    yParity: yParity === 0 ? '0x0' : '0x1',
    r,
    s,
  }
}
