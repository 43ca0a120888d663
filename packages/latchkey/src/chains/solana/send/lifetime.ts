/** How long the chain can take a transaction: what the journal stores instead of a nonce (T73, decision 070). */
import type { RpcRequest } from '../../../contract/adapter.ts'
import { parseBase58 } from '../../../contract/base58.ts'
import { type CaipAddress, networkIdOf } from '../../../contract/caip.ts'
import { createError } from '../../../contract/errors/createError.ts'
import { fieldOf } from '../../foreign/readForeign.ts'
import { checkChain, confirmed, countOf } from './nodeAnswers.ts'

export interface Lifetime {
  readonly blockhash: string
  /** Above this height of blocks no node takes it any more. */
  readonly lastHeight: bigint
  /** Where the chain was: what is found before this slot is another transaction. */
  readonly slot: bigint
}

/**
 * A fresh lifetime as text: `<blockhash>:<last height>:<slot>`.
 * @throws LatchkeyError SEND_FAILED when the nodes are of another chain (F16), UNKNOWN for an answer that makes no sense.
 */
export async function nextLifetime(
  rpc: RpcRequest,
  account: CaipAddress,
  signal?: AbortSignal,
): Promise<string> {
  const [, answer] = await Promise.all([
    checkChain(rpc, networkIdOf(account), signal),
    rpc('getLatestBlockhash', [confirmed], signal),
  ])
  const value = fieldOf(answer, 'value')
  const blockhash = fieldOf(value, 'blockhash')
  const lastHeight = countOf(fieldOf(value, 'lastValidBlockHeight'))
  const slot = countOf(fieldOf(fieldOf(answer, 'context'), 'slot'))
  const text = `${blockhash}:${lastHeight}:${slot}`
  if (!parseLifetime(text)) throw createError('UNKNOWN', { context: { method: 'getLatestBlockhash' } })
  return text
}

/** Undefined for a text that is no lifetime. */
export function parseLifetime(text: string | undefined): Lifetime | undefined {
  const [, blockhash = '', lastHeight = '', slot = ''] =
    /^([1-9A-HJ-NP-Za-km-z]{32,44}):(\d{1,16}):(\d{1,16})$/.exec(text ?? '') ?? []
  if (!parseBase58(blockhash, 32)) return undefined
  return { blockhash, lastHeight: BigInt(lastHeight), slot: BigInt(slot) }
}
