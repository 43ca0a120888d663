import type { Move } from './decodeLog.ts'
import { bytesToId, toHex } from './hexBytes.ts'
import type { IndexerTables } from './tables.ts'

type Row = IndexerTables['index_transfers']

/** Converts a stored row to a movement. */
export function toMove(
  row: Pick<Row, 'standard' | 'token' | 'token_id' | 'amount' | 'sender' | 'recipient'>,
): Move {
  return {
    standard: row.standard,
    token: row.token.byteLength === 0 ? null : toHex(row.token),
    tokenId: row.token_id === null ? null : bytesToId(row.token_id),
    amount: BigInt(row.amount),
    sender: toHex(row.sender),
    recipient: toHex(row.recipient),
  }
}
