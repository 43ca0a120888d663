import { encodeRlp, type Hex, type RlpItem, toBytes } from 'latchkey/evmcodec'
import type { EvmSignature } from '../../keys/signWith.ts'

/** What a unit of gas may cost. */
export type GasFee =
  | { readonly maxFeePerGas: bigint; readonly maxPriorityFeePerGas: bigint }
  | { readonly gasPrice: bigint }

/** A complete transaction: no field is left for a node to fill in. */
export interface Transaction {
  readonly chainId: bigint
  readonly nonce: bigint
  readonly gas: bigint
  readonly fee: GasFee
  /** Absent: it makes a contract. */
  readonly to?: Hex
  readonly value: bigint
  readonly data: Hex
}

/** EIP-1559's form, or the old one with EIP-155's chain id; with a signature, what the network takes. */
export function encodeTransaction(transaction: Transaction, signature?: EvmSignature): Hex {
  const { chainId, nonce, gas, fee, value, data } = transaction
  const to: Hex = transaction.to === undefined ? '0x' : lower(transaction.to)
  if ('gasPrice' in fee) {
    const fields = [toBytes(nonce), toBytes(fee.gasPrice), toBytes(gas), to, toBytes(value), data]
    if (!signature) return encodeRlp([...fields, toBytes(chainId), '0x', '0x'])
    const v = chainId * 2n + 35n + BigInt(signature.yParity)
    return encodeRlp([...fields, toBytes(v), ...pointOf(signature)])
  }
  const fields: readonly RlpItem[] = [
    toBytes(chainId),
    toBytes(nonce),
    toBytes(fee.maxPriorityFeePerGas),
    toBytes(fee.maxFeePerGas),
    toBytes(gas),
    to,
    toBytes(value),
    data,
    // The access list.
    [],
  ]
  const signed = signature ? [toBytes(BigInt(signature.yParity)), ...pointOf(signature)] : []
  return `0x02${encodeRlp([...fields, ...signed]).slice(2)}`
}

function pointOf({ r, s }: EvmSignature): readonly Hex[] {
  return [toBytes(BigInt(r)), toBytes(BigInt(s))]
}

function lower(hex: Hex): Hex {
  return hex.toLowerCase() as Hex
}
