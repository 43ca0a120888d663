/** Reading what a node of Solana answers: any of it may be wrong, or of another chain. */
import type { RpcRequest } from '../../../contract/adapter.ts'
import { parseBase58 } from '../../../contract/base58.ts'
import type { CaipNetworkId } from '../../../contract/caip.ts'
import { createError } from '../../../contract/errors/createError.ts'
import { fromBase64 } from '../../foreign/base64.ts'
import { fieldOf, itemsOf } from '../../foreign/readForeign.ts'

/** What is read is confirmed by two thirds of the stake. */
export const confirmed = { commitment: 'confirmed' } as const
/** Bytes of an account that are read at most: mints with long metadata stay far below. */
const longestAccount = 16_384

/**
 * Checks that the node serves the expected chain (F16): its genesis hash begins with the CAIP-2 reference.
 * @throws LatchkeyError SEND_FAILED when it serves another one; what `rpc` throws.
 */
export async function checkChain(
  rpc: RpcRequest,
  caipNetworkId: CaipNetworkId,
  signal?: AbortSignal,
): Promise<void> {
  const genesis = await rpc('getGenesisHash', [], signal)
  const real = typeof genesis === 'string' && parseBase58(genesis, 32) ? genesis.slice(0, 32) : undefined
  if (real !== caipNetworkId.slice('solana:'.length))
    throw createError('SEND_FAILED', { context: { reason: 'wrong-chain-node', asked: caipNetworkId, real } })
}

/** A count that JSON carries exactly; undefined for anything else. */
export function countOf(value: unknown): bigint | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? BigInt(value) : undefined
}

export interface NodeAccount {
  readonly lamports: bigint
  /** The program that owns it. */
  readonly owner: string
  readonly executable: boolean
  readonly data: Uint8Array
}

/** 'none': the chain has no such account. Undefined: the node's words make no sense. */
export function readAccount(value: unknown): NodeAccount | 'none' | undefined {
  if (value === null) return 'none'
  const lamports = countOf(fieldOf(value, 'lamports'))
  const owner = fieldOf(value, 'owner')
  const executable = fieldOf(value, 'executable')
  const [words, encoding] = itemsOf(fieldOf(value, 'data'), 2) ?? []
  const data = encoding === 'base64' ? fromBase64(words, longestAccount) : undefined
  if (lamports === undefined || typeof owner !== 'string' || typeof executable !== 'boolean' || !data)
    return undefined
  return { lamports, owner, executable, data }
}

/** Accounts in the order that they were asked for. @throws LatchkeyError UNKNOWN where an answer makes no sense; what `rpc` throws. */
export async function readAccounts(
  rpc: RpcRequest,
  addresses: readonly string[],
  signal?: AbortSignal,
): Promise<readonly (NodeAccount | 'none')[]> {
  const method = 'getMultipleAccounts'
  const answer = await rpc(method, [addresses, { ...confirmed, encoding: 'base64' }], signal)
  const accounts = itemsOf(fieldOf(answer, 'value'), addresses.length)?.map(readAccount)
  if (accounts?.length !== addresses.length) throw senseless(method)
  return accounts.map(account => account ?? fail(method))
}

/** The lamports that an account of so many bytes must hold. @throws LatchkeyError UNKNOWN; what `rpc` throws. */
export async function readMinimum(rpc: RpcRequest, bytes: number, signal?: AbortSignal): Promise<bigint> {
  const method = 'getMinimumBalanceForRentExemption'
  return countOf(await rpc(method, [bytes, confirmed], signal)) ?? fail(method)
}

export interface EpochInfo {
  readonly epoch: bigint
  readonly slot: bigint
  readonly blockHeight: bigint
}

/** @throws LatchkeyError UNKNOWN; what `rpc` throws. */
export async function readEpoch(
  rpc: RpcRequest,
  commitment: 'confirmed' | 'finalized',
  signal?: AbortSignal,
): Promise<EpochInfo> {
  const method = 'getEpochInfo'
  const answer = await rpc(method, [{ commitment }], signal)
  const [epoch, slot, blockHeight] = ['epoch', 'absoluteSlot', 'blockHeight'].map(name =>
    countOf(fieldOf(answer, name)),
  )
  if (epoch === undefined || slot === undefined || blockHeight === undefined) throw senseless(method)
  return { epoch, slot, blockHeight }
}

function fail(method: string): never {
  throw senseless(method)
}

function senseless(method: string) {
  return createError('UNKNOWN', { context: { method } })
}
