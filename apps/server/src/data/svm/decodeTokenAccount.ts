import { formatBase58 } from 'latchkey/services'

/** An account of a token program: how much of one token a key owns. */
export interface TokenAccount {
  readonly mint: string
  readonly owner: string
  readonly amount: bigint
}

/** Bytes of a token account up to its state, the same for both programs: mint, owner, amount, delegate and state. */
export const tokenAccountHead = 109
const stateAt = 108

/** Reads the head of a token account; undefined for one that is none or is not initialized. A frozen one is as good as any. */
export function decodeTokenAccount(data: Uint8Array): TokenAccount | undefined {
  if (data.byteLength < tokenAccountHead) return undefined
  const state = data[stateAt]
  if (state !== 1 && state !== 2) return undefined
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  return {
    mint: formatBase58(data.subarray(0, 32)),
    owner: formatBase58(data.subarray(32, 64)),
    amount: view.getBigUint64(64, true),
  }
}
