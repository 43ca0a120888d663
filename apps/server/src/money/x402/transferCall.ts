import type { ExactPayload } from 'latchkey/services'
import type { Address, Hex } from 'viem'
import { once } from '../../core/libraries/once.ts'
import { viem } from '../../core/libraries/viem.ts'

/** What a payer signed by EIP-3009. */
export type Authorization = Extract<ExactPayload, { authorization: unknown }>

/** A call of a token. */
export interface TokenCall {
  readonly to: Address
  readonly data: Hex
}

const abi = once(() =>
  viem().parseAbi([
    'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)',
    'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes signature)',
    'function balanceOf(address owner) view returns (uint256)',
    'function authorizationState(address authorizer, bytes32 nonce) view returns (bool)',
  ]),
)

/**
 * Builds the call that moves what was signed. `byKey`: the signature is of the payer's own key, whose form every EIP-3009 token takes; a contract's signature needs a
 * token that asks contracts.
 */
export function transferCall(
  asset: string,
  { authorization, signature }: Authorization,
  byKey: boolean,
): TokenCall {
  const { from, to, value, validAfter, validBefore, nonce } = authorization
  const terms = [
    from as Address,
    to as Address,
    BigInt(value),
    BigInt(validAfter),
    BigInt(validBefore),
    nonce as Hex,
  ] as const
  const functionName = 'transferWithAuthorization'
  if (!byKey)
    return {
      to: asset as Address,
      data: viem().encodeFunctionData({ abi: abi(), functionName, args: [...terms, signature as Hex] }),
    }
  const { r, s, yParity } = viem().parseSignature(signature as Hex)
  const args = [...terms, 27 + yParity, r, s] as const
  return { to: asset as Address, data: viem().encodeFunctionData({ abi: abi(), functionName, args }) }
}

/** Builds the question how much of a token an account has. */
export function balanceCall(asset: string, owner: string): TokenCall {
  const args = [owner as Address] as const
  return {
    to: asset as Address,
    data: viem().encodeFunctionData({ abi: abi(), functionName: 'balanceOf', args }),
  }
}

/** Builds the question whether a payer's nonce was used. */
export function usedCall(asset: string, payer: string, nonce: string): TokenCall {
  const args = [payer as Address, nonce as Hex] as const
  return {
    to: asset as Address,
    data: viem().encodeFunctionData({ abi: abi(), functionName: 'authorizationState', args }),
  }
}
