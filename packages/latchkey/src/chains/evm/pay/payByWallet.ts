import { parseAmount } from '../../../contract/amount.ts'
import { createError } from '../../../contract/errors/createError.ts'
import { isTransactionHash } from '../../../contract/hash.ts'
import type { WalletPayAnswer, WalletPayOrder } from '../../../contract/paying.ts'
import type { AcceptedPayment } from '../../../contract/payments.ts'
import { fieldOf } from '../../foreign/readForeign.ts'
import type { EvmWallet } from '../bindProvider.ts'
import { parseQuantity, toQuantity } from '../codec/hex.ts'
import { checkWalletNetwork } from '../send/sendTransaction.ts'
import { toSendError } from '../send/toSendError.ts'

const method = 'wallet_pay'
const version = '1.0.0'

/**
 * Asks the wallet to pay one of several ways (CAIP-358), on the order's network and no other; answers which one, and its transaction.
 * @throws LatchkeyError SEND_REJECTED, SEND_FAILED and SEND_BUSY (not sent), SEND_UNKNOWN, MODAL_CLOSED before it was asked.
 */
export async function payByWallet(wallet: EvmWallet, order: WalletPayOrder): Promise<WalletPayAnswer> {
  const { accepts, network, orderId, until, signal } = order
  await checkWalletNetwork(wallet, network.caipNetworkId, signal)
  const acceptedPayments = accepts.map(accepted => {
    const { asset, recipient } = accepted
    return { asset, amount: toQuantity(unitsOf(accepted)), recipient }
  })
  const expiry = Math.floor(until / 1_000)
  const request = { version, ...(orderId !== undefined && { orderId }), acceptedPayments, expiry }
  const answer = await wallet.request(method, [request]).catch(cause => {
    throw toSendError(cause)
  })
  const accepted = accepts.find(each => isAbout(answer, each))
  const hash = fieldOf(answer, 'txid')
  const told = fieldOf(answer, 'orderId')
  // The wallet answered, so it may have paid: but not what was asked for, or nothing that can be watched.
  if (!accepted || !isTransactionHash(hash) || (told !== undefined && told !== null && told !== orderId))
    throw createError('SEND_UNKNOWN', { context: { method, got: answer === null ? 'null' : typeof answer } })
  return { hash: hash.toLowerCase(), accepted }
}

function isAbout(answer: unknown, accepted: AcceptedPayment): boolean {
  const is = (name: 'asset' | 'recipient') => {
    const value = fieldOf(answer, name)
    return typeof value === 'string' && value.toLowerCase() === accepted[name].toLowerCase()
  }
  const amount = fieldOf(answer, 'amount')
  return is('asset') && is('recipient') && parseQuantity(amount) === unitsOf(accepted)
}

function unitsOf({ amount, decimals }: AcceptedPayment): bigint {
  return parseAmount(amount, decimals).value
}
