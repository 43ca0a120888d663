import type { ProviderAbilities } from '../../../contract/adapter.ts'
import { addressOf } from '../../../contract/caip.ts'
import { createError } from '../../../contract/errors/createError.ts'
import type { SendResult, WalletCall } from '../../../contract/send.ts'
import type { EvmWallet } from '../bindProvider.ts'
import type { Hex } from '../codec/abi.ts'
import { parseAddress } from '../codec/address.ts'
import { parseQuantity, toQuantity } from '../codec/hex.ts'
import { askToSend, nonceField } from './sendTransaction.ts'

/** Asks the wallet to send one call of the host's; errors are those of `sendTransfer`. */
export async function sendCall(
  wallet: EvmWallet,
  { from, network, call, nonce, signal, asking }: Parameters<NonNullable<ProviderAbilities['sendCall']>>[0],
): Promise<SendResult> {
  const transaction = { from: addressOf(from), ...toCall(call), ...nonceField(nonce) }
  return askToSend(wallet, network.caipNetworkId, signal, transaction, asking)
}

/** A call of the host's, checked (SPEC §5 "Batched wallet calls"). @throws LatchkeyError RECEIVER_INVALID, INVALID_AMOUNT, SEND_FAILED. */
export function toCall({ to, data, value }: WalletCall): {
  readonly to: Hex
  readonly data?: Hex
  readonly value: Hex
} {
  const target = typeof to === 'string' && to.startsWith('0x') ? parseAddress(to) : undefined
  if (!target) throw createError('RECEIVER_INVALID')
  if (data !== undefined && !isData(data))
    throw createError('SEND_FAILED', { context: { reason: 'data is no 0x hex' } })
  const units = value === undefined ? 0n : typeof value === 'bigint' ? value : parseQuantity(value)
  if (units === undefined || units < 0n || units >> 256n)
    throw createError('INVALID_AMOUNT', { context: { value: String(value).slice(0, 100) } })
  return { to: target, value: toQuantity(units), ...(data !== undefined && { data }) }
}

function isData(data: unknown): data is Hex {
  return typeof data === 'string' && data.length % 2 === 0 && /^0x[0-9a-fA-F]*$/.test(data)
}
