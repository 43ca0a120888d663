import type { RpcRequest } from '../../contract/adapter.ts'
import { fieldOf } from '../foreign/readForeign.ts'
import { feeOfReceipt } from './feeOfReceipt.ts'

/** The fee that a mined transaction took, in wei; undefined where the node's receipt does not say it, or is another's. */
export async function readPaidFee(rpc: RpcRequest, hash: string): Promise<bigint | undefined> {
  const receipt = await rpc('eth_getTransactionReceipt', [hash])
  const of = fieldOf(receipt, 'transactionHash')
  return typeof of === 'string' && of.toLowerCase() === hash.toLowerCase() ? feeOfReceipt(receipt) : undefined
}
