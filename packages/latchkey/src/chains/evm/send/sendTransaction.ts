import type { CallsOrder, TransferOrder } from '../../../contract/adapter.ts'
import { addressOf } from '../../../contract/caip.ts'
import { createError } from '../../../contract/errors/createError.ts'
import { isTransactionHash } from '../../../contract/hash.ts'
import type { SendResult, TransferFee, WalletCall } from '../../../contract/send.ts'
import type { EvmWallet } from '../bindProvider.ts'
import type { Hex } from '../codec/abi.ts'
import { parseAddress } from '../codec/address.ts'
import { parseQuantity, toQuantity } from '../codec/hex.ts'
import { parseChainId } from '../parseAnswers.ts'
import { toSendError } from './toSendError.ts'
import { chainIdOf, toTransferCall } from './transferCall.ts'

/**
 * Asks the wallet to send a transfer by `eth_sendTransaction`; answers its hash as soon as the wallet does.
 * @throws LatchkeyError SEND_REJECTED, SEND_FAILED and SEND_BUSY (not sent), SEND_UNKNOWN, MODAL_CLOSED when it was
 * aborted before the wallet was asked.
 */
export async function sendTransfer(wallet: EvmWallet, order: TransferOrder): Promise<SendResult> {
  const { transfer, fee, place, signal } = order
  const nonce = place === undefined ? undefined : parsePlace(place)
  return send(wallet, transfer.network.caipNetworkId, signal, {
    ...toTransferCall(transfer),
    ...(fee && feeFields(fee)),
    ...(nonce !== undefined && { nonce: toQuantity(nonce) }),
  })
}

/** Asks the wallet to send one call of the host's; errors are those of `sendTransfer`. */
export async function sendCall(
  wallet: EvmWallet,
  { from, network, call, signal }: CallsOrder & { readonly call: WalletCall },
): Promise<SendResult> {
  return send(wallet, network.caipNetworkId, signal, { from: addressOf(from), ...toCall(call) })
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

/** A nonce as text, undefined when it is none. */
export function parsePlace(place: string): bigint | undefined {
  return /^\d{1,18}$/.test(place) ? BigInt(place) : undefined
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
  const answer = await wallet.request('eth_chainId').catch(cause => {
    throw createError('SEND_FAILED', { cause, context: { method: 'eth_chainId' } })
  })
  const real = parseChainId(answer)
  // Some wallets do not look at the transaction's own chainId.
  if (real !== caipNetworkId)
    throw createError('SEND_FAILED', { context: { reason: 'other-network', asked: caipNetworkId, real } })
  if (signal.aborted) throw createError('MODAL_CLOSED')
}

async function send(
  wallet: EvmWallet,
  caipNetworkId: string,
  signal: AbortSignal,
  transaction: Readonly<Record<string, unknown>>,
): Promise<SendResult> {
  const chainId = chainIdOf(caipNetworkId)
  await checkWalletNetwork(wallet, caipNetworkId, signal)
  const method = 'eth_sendTransaction'
  const answer = await wallet.request(method, [{ ...transaction, chainId }]).catch(cause => {
    throw toSendError(cause, { placed: 'nonce' in transaction })
  })
  if (isTransactionHash(answer)) return { hash: answer.toLowerCase() }
  // It answered, so it may well have sent it: what it said is no hash to look for.
  throw createError('SEND_UNKNOWN', { context: { method, got: answer === null ? 'null' : typeof answer } })
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
