import type { SoughtCall } from '../../../contract/adapter.ts'
import { isTransactionHash } from '../../../contract/hash.ts'
import type { Transfer } from '../../../contract/send.ts'
import { fieldOf } from '../../foreign/readForeign.ts'
import type { Hex } from '../codec/abi.ts'
import { parseAddress } from '../codec/address.ts'
import { parseQuantity } from '../codec/hex.ts'
import { type TransferCall, toTransferCall } from './transferCall.ts'

/** A transaction of the chain, as far as it is compared. */
export interface ChainTransaction {
  readonly hash: string
  readonly from: Hex
  readonly nonce: bigint
  readonly to: Hex | undefined
  readonly value: bigint
  readonly input: string
}

/** A node's transaction, checked; undefined for anything else. */
export function toTransaction(item: unknown): ChainTransaction | undefined {
  const hash = fieldOf(item, 'hash')
  const from = parseAddress(fieldOf(item, 'from'))
  const nonce = parseQuantity(fieldOf(item, 'nonce'))
  const value = parseQuantity(fieldOf(item, 'value'))
  const input = fieldOf(item, 'input') ?? fieldOf(item, 'data')
  if (!isTransactionHash(hash) || !from || nonce === undefined || value === undefined) return undefined
  return {
    hash: hash.toLowerCase(),
    from,
    nonce,
    to: parseAddress(fieldOf(item, 'to')),
    value,
    input: typeof input === 'string' ? input.toLowerCase() : '0x',
  }
}

/** Whether a transaction does just what the transfer was to do. */
function isTransfer(transaction: ChainTransaction, transfer: Transfer): boolean {
  return doesCall(transaction, toTransferCall(transfer))
}

/** The transfer or call that a transaction is compared with. */
export interface Sought {
  readonly transfer?: Transfer | undefined
  readonly isCall?: SoughtCall['isCall'] | undefined
}

/** Whether a transaction does just what is looked for; false when nothing is. */
export function isSought(transaction: ChainTransaction, { transfer, isCall }: Sought): boolean {
  if (transfer) return isTransfer(transaction, transfer)
  const { to, value, input: data } = transaction
  return to !== undefined && isCall?.({ to, value, data }) === true
}

function doesCall({ to, value, input }: ChainTransaction, call: TransferCall): boolean {
  return to === call.to && value === BigInt(call.value) && input === (call.data ?? '0x')
}
