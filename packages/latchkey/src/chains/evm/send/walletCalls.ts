import type { ProviderAbilities } from '../../../contract/adapter.ts'
import { addressOf } from '../../../contract/caip.ts'
import { createError } from '../../../contract/errors/createError.ts'
import { isTransactionHash } from '../../../contract/hash.ts'
import type { BatchStatus } from '../../../contract/send.ts'
import { fieldOf, itemsOf } from '../../foreign/readForeign.ts'
import type { EvmWallet } from '../bindProvider.ts'
import { parseAddress } from '../codec/address.ts'
import { toCall } from './sendCall.ts'
import { checkWalletNetwork } from './sendTransaction.ts'
import { toSendError } from './toSendError.ts'
import { chainIdOf } from './transferCall.ts'

/** EIP-5792: longer ids are not taken by wallets either. */
const longestId = 8_194
/** A wallet that does not know the question may never answer it. */
const longestWait = 2_000

/**
 * Hands calls to the wallet as one `wallet_sendCalls` (EIP-5792, 2.0.0), where it reports capabilities for the network. With `atomic`
 * only where it promises all or none there. Undefined, without a prompt, elsewhere.
 * @throws LatchkeyError SEND_REJECTED, SEND_FAILED and SEND_BUSY (not sent), SEND_UNKNOWN, MODAL_CLOSED before it was asked.
 */
export async function sendCalls(
  wallet: EvmWallet,
  {
    id: proposed,
    from,
    network,
    calls,
    atomic = false,
    signal,
    asking,
  }: Parameters<NonNullable<ProviderAbilities['sendCalls']>>[0],
): Promise<{ readonly id: string } | undefined> {
  const chainId = chainIdOf(network.caipNetworkId)
  const sender = parseAddress(addressOf(from))
  if (!sender) throw createError('SEND_INCOMPLETE')
  const checked = calls.map(toCall)
  const batches = await batchesOf(wallet, sender, chainId)
  // A wallet that would be changed for it (`ready`) need not be where one after another does as well.
  const isAtomic =
    batches?.atomic === true || (batches?.atomic === 'ready' && !(atomic === 'orInOrder' && batches.inOrder))
  const isTaken = isAtomic || !atomic || (atomic === 'orInOrder' && batches?.inOrder)
  if (!batches || !isTaken) return undefined
  await checkWalletNetwork(wallet, network.caipNetworkId, signal)
  await asking()
  const request = {
    version: '2.0.0',
    id: proposed,
    from: sender,
    chainId,
    atomicRequired: atomic !== false && isAtomic,
    calls: checked,
  }
  const answer = await wallet.request('wallet_sendCalls', [request]).catch(cause => {
    throw toSendError(cause)
  })
  // Version 1 answered the bare id.
  const id = typeof answer === 'string' ? answer : fieldOf(answer, 'id')
  if (typeof id === 'string' && id !== '' && id.length <= longestId) return { id }
  throw createError('SEND_UNKNOWN', { context: { method: 'wallet_sendCalls', got: typeof answer } })
}

/** What the wallet says of batches on a network; undefined when it says nothing. */
async function batchesOf(
  wallet: EvmWallet,
  sender: string,
  chainId: string,
): Promise<{ readonly atomic: boolean | 'ready'; readonly inOrder: boolean } | undefined> {
  const answer = await new Promise<unknown>(resolve => {
    AbortSignal.timeout(longestWait).addEventListener('abort', () => resolve(undefined))
    wallet.request('wallet_getCapabilities', [sender, [chainId]]).then(resolve, () => resolve(undefined))
  })
  // A text has as many keys as characters.
  if (typeof answer !== 'object') return undefined
  // '0x0' is for all of its networks.
  const listed = [fieldOf(answer, keyOf(answer, chainId)), fieldOf(answer, '0x0')].filter(
    each => typeof each === 'object' && each !== null,
  )
  if (listed.length === 0) return undefined
  const inOrder = listed.some(each => fieldOf(fieldOf(each, 'inOrder'), 'supported') === true)
  return { atomic: promisesAll(listed), inOrder }
}

/** Version 2 has a status: `ready` becomes `supported` with the visitor's yes to the batch. Version 1 has a flag. */
function promisesAll(listed: readonly unknown[]): boolean | 'ready' {
  for (const capabilities of listed) {
    const status = fieldOf(fieldOf(capabilities, 'atomic'), 'status')
    if (status !== undefined) return status === 'supported' || (status === 'ready' && status)
    const flag = fieldOf(fieldOf(capabilities, 'atomicBatch'), 'supported')
    if (flag !== undefined) return flag === true
  }
  return false
}

/** The network as the wallet writes it: with capitals, or zeros before it. */
function keyOf(answer: unknown, chainId: string): string {
  try {
    return Object.keys(Object(answer)).find(key => Number(key) === Number(chainId)) ?? chainId
  } catch {
    return chainId
  }
}

/** Returns the status of a batch by `wallet_getCallsStatus`; undefined when the wallet cannot say. */
export async function callsStatus(wallet: EvmWallet, id: string): Promise<BatchStatus | undefined> {
  const answer = await wallet.request('wallet_getCallsStatus', [id]).catch(() => undefined)
  const receipts = itemsOf(fieldOf(answer, 'receipts'), 100) ?? []
  const status = toStatus(fieldOf(answer, 'status'), receipts)
  if (!status) return undefined
  const hashes = receipts.map(receipt => fieldOf(receipt, 'transactionHash')).filter(isTransactionHash)
  // It failed before there was a transaction to search for.
  return { status: status === 'failed' && hashes.length === 0 ? 'refused' : status, hashes }
}

/** Its hundreds count: 1 waits, 2 is confirmed, 4 never reached the chain, 5 and 6 failed there, wholly or in part. */
function toStatus(code: unknown, receipts: readonly unknown[]): BatchStatus['status'] | undefined {
  // Version 1 has words, and leaves it to the receipts whether a confirmed batch failed.
  if (code === 'PENDING') return 'pending'
  if (code === 'CONFIRMED')
    return receipts.some(receipt => fieldOf(receipt, 'status') === '0x0') ? 'failed' : 'confirmed'
  const hundreds = typeof code === 'number' ? Math.floor(code / 100) : undefined
  return ({ 1: 'pending', 2: 'confirmed', 4: 'refused', 5: 'failed', 6: 'failed' } as const)[hundreds as 1]
}
