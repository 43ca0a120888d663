import type { RpcRequest, TransferOrder } from '../../../contract/adapter.ts'
import { formatBase58 } from '../../../contract/base58.ts'
import { addressOf } from '../../../contract/caip.ts'
import { isLatchkeyError, type LatchkeyError } from '../../../contract/error.ts'
import { createError } from '../../../contract/errors/createError.ts'
import type { SendResult } from '../../../contract/send.ts'
import { fromBase64, toBase64 } from '../../foreign/base64.ts'
import { bytesOf } from '../../foreign/bytesOf.ts'
import { longestTransaction } from '../longestTransaction.ts'
import type { SolanaWallet } from '../solanaWallet.ts'
import { type Broadcasts, remember } from './broadcasts.ts'
import { checkSigned } from './checkSigned.ts'
import { decodeTransaction } from './decodeTransaction.ts'
import { addressBytes } from './instructions.ts'
import { isTransfer } from './isTransfer.ts'
import { parseLifetime } from './lifetime.ts'
import { quoteTransfer } from './quoteTransfer.ts'
import { nodeRefusal, walletRefusal } from './refusals.ts'

/**
 * Asks the wallet for one transfer. One that signs leaves the broadcast to us: its signature is stored before that, and what it signed is
 * compared with what it was asked for. One that only signs and sends at once answers the signature (decision 070).
 * @throws LatchkeyError SEND_REJECTED, SEND_FAILED, SEND_BUSY, WALLET_BAD_ANSWER and MODAL_CLOSED (not sent), SEND_UNKNOWN.
 */
export async function sendTransfer(
  wallet: SolanaWallet,
  broadcasts: Broadcasts,
  order: TransferOrder,
): Promise<SendResult> {
  const { transfer, nonce, signal, rpc, signed } = order
  if (signal.aborted) throw createError('MODAL_CLOSED')
  const lifetime = parseLifetime(nonce)
  // Without a blockhash of ours that is stored, nothing tells a second transfer from the first.
  if (!lifetime) throw createError('SEND_FAILED', { context: { reason: 'nodes-silent' } })
  const transaction = withBlockhash(await unsigned(order), lifetime.blockhash)
  if (signal.aborted) throw createError('MODAL_CLOSED')
  const { caipNetworkId } = transfer.network
  const asked = { address: addressOf(transfer.from), transaction, caipNetworkId }
  const { signTransaction, signAndSendTransaction } = wallet
  if (signTransaction) {
    const answer = await signTransaction(asked).catch((cause: unknown) => {
      throw walletRefusal(cause, 'signs')
    })
    const [signature] = checkSigned(transaction, answer).signatures
    const hash = formatBase58(signature ?? new Uint8Array())
    // The visitor stopped waiting: what was signed goes nowhere.
    if (signal.aborted) throw createError('MODAL_CLOSED')
    await signed(hash)
    remember(broadcasts, hash, toBase64(answer))
    const refusal = await broadcast(rpc, toBase64(answer))
    if (!refusal) return { hash }
    broadcasts.delete(hash)
    throw refusal
  }
  if (!signAndSendTransaction) throw createError('UNSUPPORTED_CHAIN')
  const answer = await signAndSendTransaction(asked).catch((cause: unknown) => {
    throw walletRefusal(cause, 'sends')
  })
  const signature = bytesOf(answer, 64, 64)
  // The wallet answered, so it may have sent it: but there is nothing to watch.
  if (!signature?.some(byte => byte !== 0)) throw createError('SEND_UNKNOWN')
  return { hash: formatBase58(signature) }
}

/** What the visitor saw, where it was for this very transfer; else what a new quote makes of it. */
async function unsigned({ transfer, fee, rpc, signal }: TransferOrder): Promise<Uint8Array> {
  const seen = fromBase64(fee?.details.transaction, longestTransaction)
  const decoded = seen && decodeTransaction(seen)
  if (seen && decoded && isTransfer(decoded, transfer)) return seen
  const quote = await quoteTransfer(rpc, transfer, signal).catch((cause: unknown) => {
    if (signal.aborted) throw createError('MODAL_CLOSED')
    throw isLatchkeyError(cause, 'UNKNOWN') ? silent(cause) : cause
  })
  if (quote.refusal) throw createError('SEND_FAILED', { context: { reason: quote.refusal.kind } })
  const made = fromBase64(quote.fee?.details.transaction, longestTransaction)
  if (!made) throw silent()
  return made
}

function silent(cause?: unknown): LatchkeyError {
  return createError('SEND_FAILED', { cause, context: { reason: 'nodes-silent' } })
}

/** The blockhash stands after the accounts of a legacy message with one signature. */
function withBlockhash(transaction: Uint8Array, blockhash: string): Uint8Array {
  const bytes = Uint8Array.from(transaction)
  const decoded = decodeTransaction(bytes)
  // One signature of 64 bytes, its count, three counts of the header, and the count of the accounts.
  const accounts = bytes[68] ?? 0
  if (!decoded || accounts > 127) throw createError('SEND_FAILED', { context: { reason: 'too-large' } })
  bytes.set(addressBytes(blockhash), 69 + 32 * accounts)
  return bytes
}

/** Undefined when a node took it, or may have: only what every node refused was certainly not sent (F19). */
async function broadcast(rpc: RpcRequest, transaction: string): Promise<LatchkeyError | undefined> {
  const options = { encoding: 'base64', preflightCommitment: 'confirmed' }
  // It is not given up with the visitor's waiting: it is signed, and stored as sent.
  return rpc('sendTransaction', [transaction, options]).then(() => undefined, nodeRefusal)
}
