import { addressOf } from '../../../contract/caip.ts'
import { createError } from '../../../contract/errors/createError.ts'
import type { Transfer } from '../../../contract/send.ts'
import { encodeTransfer, type Hex } from '../codec/abi.ts'
import { parseAddress } from '../codec/address.ts'
import { toQuantity } from '../codec/hex.ts'
import { parseChainId } from '../parseAnswers.ts'

/** A transfer as the chain sees it. */
export interface TransferCall {
  readonly from: Hex
  readonly to: Hex
  readonly value: Hex
  readonly data?: Hex
}

/** A call of an account. Without `to` it creates a contract. */
export interface AnyCall extends Omit<TransferCall, 'to'> {
  readonly to?: Hex
}

/**
 * The native transfer or the token's `transfer` call. Addresses are checked once more: after this they are money.
 * @throws LatchkeyError RECEIVER_INVALID, TOKEN_REQUIRED, INVALID_AMOUNT, SEND_INCOMPLETE without a sender.
 */
export function toTransferCall(transfer: Transfer): TransferCall {
  const { asset, amount, reference } = transfer
  const from = parseAddress(addressOf(transfer.from))
  const to = parseAddress(transfer.to)
  if (!from) throw createError('SEND_INCOMPLETE')
  if (!to) throw createError('RECEIVER_INVALID')
  if (amount.value < 0n || amount.value >> 256n)
    throw createError('INVALID_AMOUNT', { context: { value: String(amount.value).slice(0, 100) } })
  if (asset.address === undefined) return { from, to, value: toQuantity(amount.value) }
  const token = parseAddress(asset.address)
  if (!token) throw createError('TOKEN_REQUIRED')
  const data = encodeTransfer(to, amount.value)
  if (reference === undefined) return { from, to: token, value: '0x0', data }
  if (!/^0x[0-9a-f]{64}$/.test(reference)) throw createError('SEND_INCOMPLETE')
  // Tokens do not look beyond the two words that they know.
  return { from, to: token, value: '0x0', data: `${data}${reference.slice(2)}` as Hex }
}

/** The number of a network of eip155 as the wallet and the nodes write it. @throws LatchkeyError UNSUPPORTED_CHAIN. */
export function chainIdOf(caipNetworkId: string): Hex {
  const known = parseChainId(caipNetworkId.replace(/^eip155:/, ''))
  if (!known) throw createError('UNSUPPORTED_CHAIN', { context: { network: caipNetworkId } })
  return toQuantity(Number(known.slice('eip155:'.length)))
}
