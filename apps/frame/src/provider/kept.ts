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

/** An operation of the smart account, written down before a bundler has it: it is handed over once (T73). */
export interface KeptOperation {
  /** The page's or our own id of the batch (EIP-5792); it says nothing of the operation's hash. */
  readonly id: string
  readonly chainId: CaipNetworkId
  readonly account: `0x${string}`
  readonly hash: `0x${string}`
  /** Its number at the entry point. */
  readonly nonce: number
  /** Seconds since 1970 after which no block takes it; absent: it has no end, and another one may take its number. */
  readonly validUntil?: number
  /** The latest block before it was sent. */
  readonly block: number
  /** Its entry point; absent: that of the Safe. */
  readonly entryPoint?: `0x${string}`
  /** What became of it is certain. */
  readonly isOver: boolean
}

/** Operations of the smart account, the last first. */
export const keptOperations: Kept<KeptOperation[]> = {
  name: 'operations',
  version: 1,
  read: value => (isListOf(value, 20, isOperation) ? value : undefined),
}

function isOperation(value: unknown): value is KeptOperation {
  if (typeof value !== 'object' || value === null) return false
  const {
    id,
    chainId,
    account,
    hash,
    isOver,
    entryPoint,
    validUntil = 0,
    ...numbers
  } = value as Record<keyof KeptOperation, unknown>
  return (
    typeof id === 'string' &&
    isCaipNetworkId(chainId) &&
    isAddress(String(account).toLowerCase()) &&
    isTransactionHash(hash) &&
    typeof isOver === 'boolean' &&
    (entryPoint === undefined || isAddress(String(entryPoint).toLowerCase())) &&
    [numbers.nonce, validUntil, numbers.block].every(each => Number.isSafeInteger(each))
  )
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
