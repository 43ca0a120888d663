import { type CaipNetworkId, isCaipNetworkId, isTransactionHash } from 'latchkey/contract'
import { parseBase58 } from 'latchkey/services'
import type { Kept } from '../store/kept.ts'

/** The network that the wallet is on under this page. */
export const keptNetwork: Kept<CaipNetworkId> = {
  name: 'network',
  version: 1,
  read: value => (isCaipNetworkId(value) ? value : undefined),
}

/** Receivers of earlier transfers from here, the last first; look-alike addresses are detected by them (T63). */
export const keptReceivers: Kept<string[]> = {
  name: 'receivers',
  version: 1,
  read: value => (isListOf(value, 100, isAddress) ? value : undefined),
}

/** The same of Solana. */
export const keptSolanaReceivers: Kept<string[]> = {
  name: 'solana-receivers',
  version: 1,
  read: value => (isListOf(value, 100, isSolanaAddress) ? value : undefined),
}

/** The sent part of a batch of calls. */
export interface KeptBatch {
  readonly id: string
  readonly chainId: CaipNetworkId
  /** The number of calls, and the hashes sent so far. */
  readonly total: number
  readonly hashes: readonly `0x${string}`[]
  /** No more of it will be sent. */
  readonly isOver: boolean
}

/** Batches of calls (EIP-5792), the last first. */
export const keptBatches: Kept<KeptBatch[]> = {
  name: 'batches',
  version: 1,
  read: value => (isListOf(value, 10, isBatch) ? value : undefined),
}

function isBatch(value: unknown): value is KeptBatch {
  if (typeof value !== 'object' || value === null) return false
  const { id, chainId, total, hashes, isOver } = value as Record<keyof KeptBatch, unknown>
  return (
    typeof id === 'string' &&
    isCaipNetworkId(chainId) &&
    Number.isSafeInteger(total) &&
    isListOf(hashes, 20, isTransactionHash) &&
    typeof isOver === 'boolean'
  )
}

function isListOf<T>(value: unknown, most: number, is: (item: unknown) => item is T): value is T[] {
  return Array.isArray(value) && value.length <= most && value.every(is)
}

function isSolanaAddress(value: unknown): value is string {
  return typeof value === 'string' && parseBase58(value, 32) !== undefined
}

function isAddress(value: unknown): value is string {
  return typeof value === 'string' && /^0x[0-9a-f]{40}$/.test(value)
}
