import { encodeRlp, type Hex, type RlpItem, toBytes } from 'latchkey/evmcodec'
import type { EvmSignature } from '../keys/signWith.ts'
import type { Authorization } from './signAuthorization.ts'

/** A transaction of an account to itself that carries one authorization of EIP-7702. */
export interface SetCodeTransaction {
  readonly chainId: bigint
  readonly nonce: bigint
  readonly gas: bigint
  readonly maxFeePerGas: bigint
  readonly maxPriorityFeePerGas: bigint
  readonly account: Hex
  readonly authorization: Authorization
}

/** EIP-7702's form, type 4; with a signature, what the network takes. */
export function encodeSetCode(transaction: SetCodeTransaction, signature?: EvmSignature): Hex {
  const { chainId, nonce, gas, maxFeePerGas, maxPriorityFeePerGas, account, authorization } = transaction
  const { address, r, s, yParity } = authorization
  const fields: readonly RlpItem[] = [
    toBytes(chainId),
    toBytes(nonce),
    toBytes(maxPriorityFeePerGas),
    toBytes(maxFeePerGas),
    toBytes(gas),
    account.toLowerCase() as Hex,
    toBytes(0n),
    '0x',
    // The access list.
    [],
    [
      [
        toBytes(BigInt(authorization.chainId)),
        address.toLowerCase() as Hex,
        toBytes(BigInt(authorization.nonce)),
        toBytes(BigInt(yParity)),
        ...pointOf({ r, s }),
      ],
    ],
  ]
  const signed = signature ? [toBytes(BigInt(signature.yParity)), ...pointOf(signature)] : []
  return `0x04${encodeRlp([...fields, ...signed]).slice(2)}`
}

function pointOf({ r, s }: Pick<EvmSignature, 'r' | 's'>): readonly Hex[] {
  return [toBytes(BigInt(r)), toBytes(BigInt(s))]
}
