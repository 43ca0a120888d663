import type { Sending, SoughtCall } from '../../../contract/adapter.ts'
import { type CaipAddress, type CaipNetworkId, namespaceOf } from '../../../contract/caip.ts'
import { createError } from '../../../contract/errors/createError.ts'
import type { SwapEntry, WalletEntry } from '../../../contract/journal.ts'
import type { BatchStatus, Transfer, TransferReceipt } from '../../../contract/send.ts'
import { loadOnce } from '../../base/loadOnce.ts'
import type { EngineContext } from '../../context.ts'
import { findNetwork } from '../networks/findNetwork.ts'
import { ofPayment, toTransfer } from './transferEntry.ts'

export type SettleContext = Pick<
  EngineContext,
  'config' | 'connections' | 'live' | 'adapter' | 'rpc' | 'facts' | 'clock' | 'signal'
>

/** What no node has heard of for so long will not be mined any more. */
const forgottenAfter = 86_400_000
/** A page may be gone, and the wallet still shows what it asked. */
const promptLife = 300_000

/** With the hash function, which no transfer needs. */
const loadCallsEntry = loadOnce(() => import('./callsEntry.ts'))

/** What an entry is changed by. */
type Found = Partial<Pick<WalletEntry, 'status' | 'hash' | 'receipt'> & Pick<SwapEntry, 'legs'>>

/** With what a swap's logs are read by. */
const loadSwapLegs = loadOnce(() => import('./swapLegs.ts'))

interface Finding {
  readonly found: Found
  /** It has no hash, and its nonce is known to be unused. */
  readonly free?: boolean
}

/** Asks the chain, or the wallet about a batch, what became of an entry; a chain that does not answer changes nothing. */
export async function settleEntry(ctx: SettleContext, entry: WalletEntry): Promise<Finding> {
  const { caipNetworkId, hash, batchId, nonce } = entry
  // Until it answered, a batch has the id that was proposed to the wallet.
  const isAnswered = hash !== undefined || (batchId !== undefined && entry.status === 'pending')
  const age = ctx.clock.now() - entry.at
  const isOld = age > forgottenAfter
  // The outcome is not known, and the entry says so. After a day it counts as dropped.
  const waiting: Found =
    isAnswered || (entry.status === 'asked' && age < promptLife)
      ? {}
      : { status: isOld ? 'dropped' : 'unknown' }
  try {
    if (!isAnswered && batchId !== undefined)
      return { found: (await lostBatch(ctx, entry, batchId)) ?? waiting }
    const network = findNetwork(ctx.config.networks, caipNetworkId)
    const known = await knownOf(ctx, entry)
    const receipt = isAnswered ? await receiptOf(ctx, { ...entry, ...known }) : undefined
    if (receipt === 'refused') return { found: { status: 'rejected' } }
    if (receipt) {
      const found = { status: receipt.status, receipt }
      if (entry.kind !== 'swap' || !isDone(receipt)) return { found }
      const { swapLegs } = await loadSwapLegs()
      return { found: { ...found, ...(await swapLegs(ctx, entry, receipt)) } }
    }
    // A wallet sends a batch when it likes; a transaction that is pending for so long has its nonce.
    if (isAnswered && !(hash && isOld)) return { found: {} }
    // One whose answer never came may have used the nonce that it was to take (F15, F19).
    if (!network || !known || nonce === undefined) return { found: waiting }
    const sending = await loadSending(ctx, caipNetworkId)
    const at = await sending.find(ctx.rpc(network), { ...known, from: entry.from, nonce, hash }, ctx.signal)
    if (isAnswered) return { found: at === 'free' ? { status: 'dropped' } : {} }
    if (typeof at === 'object') return { found: { status: 'pending', hash: at.hash } }
    // While the wallet may still show it, it may still be sent, with a later nonce.
    if (at === 'other' && waiting.status !== undefined) return { found: { status: 'dropped' } }
    return { found: waiting, free: at === 'free' }
  } catch {
    return { found: waiting }
  }
}

/**
 * What an entry is recognized by; undefined where the host does not list its network any more, and for what is no single call.
 * @throws LatchkeyError CHUNK_FAILED when what digests calls did not come.
 */
export async function knownOf(
  ctx: Pick<EngineContext, 'config'>,
  entry: WalletEntry,
): Promise<{ readonly transfer: Transfer } | Pick<SoughtCall, 'isCall'> | undefined> {
  if (entry.kind === 'transfer') {
    const transfer = toTransfer(ctx, entry)
    return transfer && { transfer }
  }
  if (entry.kind === 'payment' && !entry.in) {
    const transfer = ofPayment(ctx, entry)
    return transfer && { transfer }
  }
  const digests =
    entry.kind === 'calls' && entry.count === 1
      ? [entry.digest]
      : entry.kind === 'swap' || entry.kind === 'approval' || entry.kind === 'payment'
        ? entry.digests
        : undefined
  if (!digests) return undefined
  const { digestCalls } = await loadCallsEntry()
  return { isCall: call => digests.includes(digestCalls([call])) }
}

/** Whether what was asked for happened. */
function isDone(receipt: TransferReceipt): boolean {
  if (receipt.status !== 'replaced') return receipt.status === 'confirmed'
  return receipt.reason === 'repriced' && receipt.outcome === 'confirmed'
}

/** A batch whose answer was lost, by the id that was proposed to its wallet; undefined while the wallet does not know it. */
async function lostBatch(
  ctx: SettleContext,
  { caipNetworkId }: WalletEntry,
  id: string,
): Promise<Found | undefined> {
  const told = await toldOf(ctx, caipNetworkId, id)
  return told && { status: told.status === 'refused' ? 'rejected' : 'pending' }
}

/** A transaction or a batch, and all that is known of it. */
export interface Sought {
  readonly caipNetworkId: CaipNetworkId
  readonly hash?: string
  readonly batchId?: string
  readonly from?: CaipAddress
  readonly nonce?: string
  readonly transfer?: Transfer | undefined
  readonly isCall?: SoughtCall['isCall'] | undefined
}

/**
 * The receipt of a transaction or of a batch's last; undefined while it waits, 'refused' for a batch that never reached
 * the chain.
 * @throws LatchkeyError NETWORK_NOT_FOUND, UNSUPPORTED_CHAIN, what the chain's client throws.
 */
export async function receiptOf(
  ctx: SettleContext,
  { caipNetworkId, batchId, ...sought }: Sought,
  signal = ctx.signal,
): Promise<TransferReceipt | 'refused' | undefined> {
  const network = findNetwork(ctx.config.networks, caipNetworkId)
  if (!network) throw createError('NETWORK_NOT_FOUND', { context: { network: caipNetworkId } })
  const sending = await loadSending(ctx, caipNetworkId)
  const batch = batchId === undefined ? undefined : await batchOf(ctx, caipNetworkId, batchId)
  if (batch === 'refused') return batch
  const hash = sought.hash ?? batch?.hash
  if (hash === undefined) return undefined
  // A value that is undefined is not known.
  const known = { ...sought, hash } as Parameters<Sending['receipt']>[1]
  const receipt = await sending.receipt(ctx.rpc(network), known, signal)
  // One call of a batch that failed is the failure of all that was asked for.
  return receipt?.status === 'confirmed' && batch?.failed ? { status: 'failed', hash } : receipt
}

/** The last transaction of a batch that is over, by the wallet's word; what became of it is the chain's to say. */
async function batchOf(
  ctx: SettleContext,
  caipNetworkId: CaipNetworkId,
  batchId: string,
): Promise<{ readonly hash: string; readonly failed: boolean } | 'refused' | undefined> {
  const told = await toldOf(ctx, caipNetworkId, batchId)
  if (!told || told.status === 'pending') return undefined
  if (told.status === 'refused') return 'refused'
  const hash = told.hashes.at(-1)
  return hash === undefined ? undefined : { hash, failed: told.status !== 'confirmed' }
}

/** What the active wallet says of a batch. */
export async function toldOf(
  ctx: Pick<EngineContext, 'connections' | 'live'>,
  caipNetworkId: CaipNetworkId,
  batchId: string,
): Promise<BatchStatus | undefined> {
  const namespace = namespaceOf(caipNetworkId)
  const active = ctx.connections.getState().active[namespace]
  const live = active && ctx.live.get(active.connectionId, namespace)
  return live?.abilities.callsStatus?.(batchId)
}

/** The chain's side of sending. @throws LatchkeyError UNSUPPORTED_CHAIN where there is none (SPEC §4). */
export async function loadSending(ctx: Pick<EngineContext, 'adapter'>, caipNetworkId: CaipNetworkId) {
  const { sending } = await ctx.adapter(namespaceOf(caipNetworkId))
  if (!sending) throw createError('UNSUPPORTED_CHAIN', { context: { network: caipNetworkId } })
  return sending()
}
