import type { RpcRequest } from '../../../contract/adapter.ts'
import type { Network } from '../../../contract/network.ts'
import { type Hex, readWord } from '../codec/abi.ts'
import { encodeBytesCall } from '../codec/abiBytes.ts'
import { encodeRlp, toBytes } from '../codec/rlp.ts'
import type { GasPrice } from './estimateFee.ts'
import type { AnyCall } from './transferCall.ts'

/** `getL1Fee(bytes)`, of the unsigned transaction. */
const getL1Fee = '0x49948e0e'
/** The contracts to call; all chains but Scroll are OP stacks. */
const oracle = '0x420000000000000000000000000000000000000f'
const scrollOracle = '0x5300000000000000000000000000000000000002'
const scrollChains: readonly string[] = ['eip155:534351', 'eip155:534352']
/** The nonce is not known yet; a long one costs what any may. */
const anyNonce = 0xffff_ffffn

/**
 * Asks a rollup's contract for the fee of the transfer's data, and adds a quarter, because the fee follows another
 * chain's price. Undefined when the contract does not answer.
 */
export async function dataFee(
  rpc: RpcRequest,
  options: DataFeeOptions,
  signal: AbortSignal,
): Promise<{ readonly most: bigint; readonly likely: bigint } | undefined> {
  const data = encodeBytesCall(getL1Fee, unsignedTransaction(options))
  const to = scrollChains.includes(options.network.caipNetworkId) ? scrollOracle : oracle
  const answer = await rpc('eth_call', [{ to, data }, 'latest'], signal).catch(() => undefined)
  const likely = readWord(answer)
  // An empty word too is a fee; no word is none that we know.
  return likely === undefined ? undefined : { likely, most: (likely * 5n + 3n) / 4n }
}

interface DataFeeOptions {
  readonly call: AnyCall
  readonly network: Pick<Network, 'caipNetworkId' | 'id'>
  readonly gas: bigint
  readonly price: GasPrice
}

/** EIP-1559's or the old form, as it is put on the other chain but for the signature, which the contract adds. */
export function unsignedTransaction({ call, network, gas, price }: DataFeeOptions): Hex {
  const to = (call.to?.toLowerCase() ?? '0x') as Hex
  const value = toBytes(BigInt(call.value))
  const input = call.data ?? '0x'
  const chainId = toBytes(BigInt(network.id))
  if ('gasPrice' in price) {
    const fields = [toBytes(anyNonce), toBytes(price.gasPrice), toBytes(gas), to, value, input]
    return encodeRlp([...fields, chainId, '0x', '0x'])
  }
  const { maxPriorityFeePerGas, maxFeePerGas } = price
  const fields = [
    chainId,
    toBytes(anyNonce),
    toBytes(maxPriorityFeePerGas),
    toBytes(maxFeePerGas),
    toBytes(gas),
    to,
    value,
    input,
    // The access list.
    [],
  ]
  return `0x02${encodeRlp(fields).slice(2)}`
}
