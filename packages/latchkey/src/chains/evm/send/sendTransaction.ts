import type { TransferOrder } from '../../../contract/adapter.ts'
import type { LatchkeyError } from '../../../contract/error.ts'
import { createError } from '../../../contract/errors/createError.ts'
import { isTransactionHash } from '../../../contract/hash.ts'
import type { SendResult, TransferFee } from '../../../contract/send.ts'
import { fieldOf } from '../../foreign/readForeign.ts'
import type { EvmWallet } from '../bindProvider.ts'
import { parseQuantity, toQuantity } from '../codec/hex.ts'
import { ask } from '../connectEvm.ts'
import { parseChainId } from '../parseAnswers.ts'
import { chainIdOf, toTransferCall } from './transferCall.ts'

/**
 * Asks the wallet to send a transfer by `eth_sendTransaction`; answers its hash as soon as the wallet does.
 * @throws LatchkeyError SEND_REJECTED, SEND_FAILED and SEND_BUSY (not sent), SEND_UNKNOWN, MODAL_CLOSED when it was
 * aborted before the wallet was asked.
 */
export async function sendTransfer(wallet: EvmWallet, order: TransferOrder): Promise<SendResult> {
  const { transfer, fee, nonce, again, signal } = order
  return askToSend(wallet, transfer.network.caipNetworkId, signal, {
    ...toTransferCall(transfer),
    ...(fee && feeFields(fee)),
    // A wallet counts for itself unless it repeats an earlier try.
    ...(again && nonceField(nonce)),
  })
}

/** The `nonce` field of a transaction that replaces an earlier try. */
export function nonceField(nonce: string | undefined): { readonly nonce?: string } {
  const value = nonce === undefined ? undefined : parseNonce(nonce)
  return value === undefined ? {} : { nonce: toQuantity(value) }
}

/** Parses a nonce from decimal text; undefined when it is not one. */
export function parseNonce(nonce: string): bigint | undefined {
  return /^\d{1,18}$/.test(nonce) ? BigInt(nonce) : undefined
}

/**
 * Makes sure that the wallet is on the network; what is thrown here means that nothing was sent.
 * @throws LatchkeyError SEND_FAILED, MODAL_CLOSED.
 */
export async function checkWalletNetwork(
  wallet: EvmWallet,
  caipNetworkId: string,
  signal: AbortSignal,
): Promise<void> {
  const answer = await ask(wallet, 'eth_chainId', signal).catch(cause => {
    // A locked wallet may never answer: a visitor who stops waiting gets no message that a request is pending there.
    if (signal.aborted) throw createError('MODAL_CLOSED')
    throw createError('SEND_FAILED', { cause, context: { method: 'eth_chainId' } })
  })
  const real = parseChainId(answer)
  // Some wallets do not look at the transaction's own chainId.
  if (real !== caipNetworkId)
    throw createError('SEND_FAILED', { context: { reason: 'other-network', asked: caipNetworkId, real } })
  if (signal.aborted) throw createError('MODAL_CLOSED')
}

/** Asks the wallet to send one transaction, on that network and no other; errors are those of `sendTransfer`. */
export async function askToSend(
  wallet: EvmWallet,
  caipNetworkId: string,
  signal: AbortSignal,
  transaction: Readonly<Record<string, unknown>>,
  asking?: () => Promise<void>,
): Promise<SendResult> {
  const chainId = chainIdOf(caipNetworkId)
  await checkWalletNetwork(wallet, caipNetworkId, signal)
  await asking?.()
  const method = 'eth_sendTransaction'
  const answer = await wallet.request(method, [{ ...transaction, chainId }]).catch(async cause => {
    throw await judge(cause, 'nonce' in transaction)
  })
  if (isTransactionHash(answer)) return { hash: answer.toLowerCase() }
  // The wallet answered, so it may have sent the transaction: but the answer is no hash to watch.
  throw createError('SEND_UNKNOWN', { context: { method, got: answer === null ? 'null' : typeof answer } })
}

/** Only what a wallet throws has to be judged; without the chunk that does, only its plain no is taken for one. */
async function judge(cause: unknown, hasNonce: boolean): Promise<LatchkeyError> {
  const judging = await import('./toSendError.ts').catch(() => undefined)
  if (judging) return judging.toSendError(cause, { hasNonce })
  return createError(fieldOf(cause, 'code') === 4001 ? 'SEND_REJECTED' : 'SEND_UNKNOWN', { cause })
}

const feeNames = ['gas', 'maxFeePerGas', 'maxPriorityFeePerGas', 'gasPrice'] as const

/** The fee's fields as they were quoted; anything else in it stays here. */
function feeFields({ details }: TransferFee): Readonly<Record<string, string>> {
  return Object.fromEntries(
    feeNames.flatMap(name => {
      const value = parseQuantity(details[name])
      return value === undefined ? [] : [[name, toQuantity(value)]]
    }),
  )
}
