import type { RpcRequest } from 'latchkey/contract'
import { fieldOf, itemsOf } from 'latchkey/evmcodec'
import { fromBase64 } from './wire.ts'

/** An account as a node states it. */
export interface SeenAccount {
  readonly lamports: bigint
  /** The program that it belongs to, base58. */
  readonly owner: string
  readonly data: Uint8Array
}

/**
 * Accounts by their addresses, each at its place: null for one that does not exist. Undefined when no node answers, or answers
 * anything else.
 */
export async function readAccounts(
  nodes: RpcRequest,
  addresses: readonly string[],
  signal: AbortSignal,
  commitment: 'processed' | 'confirmed' = 'processed',
): Promise<readonly (SeenAccount | null)[] | undefined> {
  if (addresses.length === 0) return []
  const asked = [addresses, { encoding: 'base64', commitment }]
  const answer = await nodes('getMultipleAccounts', asked, signal).catch(() => undefined)
  return toAccounts(fieldOf(answer, 'value'), addresses.length)
}

/** Reads as many accounts as were asked for; undefined for anything else. */
export function toAccounts(value: unknown, count: number): readonly (SeenAccount | null)[] | undefined {
  const items = itemsOf(value, count)
  if (items?.length !== count) return undefined
  const accounts: (SeenAccount | null)[] = []
  for (const item of items) {
    if (item === null) accounts.push(null)
    else {
      const account = toAccount(item)
      if (!account) return undefined
      accounts.push(account)
    }
  }
  return accounts
}

function toAccount(value: unknown): SeenAccount | undefined {
  const [text, encoding] = itemsOf(fieldOf(value, 'data'), 2) ?? []
  const owner = fieldOf(value, 'owner')
  const lamports = wholeNumber(fieldOf(value, 'lamports'))
  if (encoding !== 'base64' || typeof text !== 'string' || typeof owner !== 'string') return undefined
  const data = text === '' ? new Uint8Array() : fromBase64(text)
  return data && lamports !== undefined ? { lamports, owner, data } : undefined
}

/** Beyond 2^53 a number of JSON is another one. */
export function wholeNumber(value: unknown): bigint | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? BigInt(value) : undefined
}
