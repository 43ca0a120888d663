import type { Authorizing } from '../../../contract/authorizing.ts'
import { addressOf } from '../../../contract/caip.ts'
import { checksumAddress } from '../codec/address.ts'

/** Seconds that a signature is good for at most, however long the request wants it. */
const longest = 600

/** `TransferWithAuthorization` of EIP-3009. */
const fields = [
  { name: 'from', type: 'address' },
  { name: 'to', type: 'address' },
  { name: 'value', type: 'uint256' },
  { name: 'validAfter', type: 'uint256' },
  { name: 'validBefore', type: 'uint256' },
  { name: 'nonce', type: 'bytes32' },
] as const

/** A transfer of exactly what the request asks for, by EIP-3009. The requirements and the token have passed `readDomain`. */
export const authorizeTransfer: Authorizing['authorize'] = ({ from, requirements, token, nonce, now }) => {
  const seconds = Math.floor(now / 1_000) + Math.min(requirements.maxTimeoutSeconds, longest)
  const authorization = {
    from: checksumAddress(addressOf(from)),
    to: checksumAddress(requirements.payTo),
    value: requirements.amount,
    // The visitor's clock may be ahead of the chain's.
    validAfter: '0',
    validBefore: String(seconds),
    nonce,
  }
  const { name, version, shown } = token
  return {
    data: {
      domain: {
        name,
        version,
        chainId: Number(requirements.network.slice('eip155:'.length)),
        verifyingContract: shown.address,
      },
      types: { TransferWithAuthorization: fields },
      primaryType: 'TransferWithAuthorization',
      message: authorization,
    },
    payload: signature => ({ signature, authorization }),
  }
}
