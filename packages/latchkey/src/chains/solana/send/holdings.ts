/** The sender's accounts of a token: there may be several, and a transfer takes from as many as it needs. */
import type { RpcRequest } from '../../../contract/adapter.ts'
import { fieldOf, itemsOf } from '../../foreign/readForeign.ts'
import { isSolanaAddress } from '../solanaAddress.ts'
import { readTokenAccount, type TokenAccount } from './mint.ts'
import { confirmed, readAccount } from './nodeAnswers.ts'

/** A token account of the sender's. */
export interface Holding extends TokenAccount {
  readonly address: string
}

/** So many accounts of one token are emptied by one transfer at most: more would not fit. */
const mostParts = 5

/** The accounts of an owner for a mint; those that make no sense are left out. @throws what `rpc` throws. */
export async function readHoldings(
  rpc: RpcRequest,
  owner: string,
  mint: string,
  signal: AbortSignal | undefined,
): Promise<readonly Holding[]> {
  const method = 'getTokenAccountsByOwner'
  // A node refuses to list the accounts of a mint that is none.
  const answer = await rpc(method, [owner, { mint }, { ...confirmed, encoding: 'base64' }], signal).catch(
    (cause: unknown): undefined => {
      if (fieldOf(fieldOf(cause, 'cause'), 'code') !== -32_602) throw cause
    },
  )
  return (itemsOf(fieldOf(answer, 'value'), 1_000) ?? []).flatMap(item => {
    const address = fieldOf(item, 'pubkey')
    const account = readAccount(fieldOf(item, 'account'))
    if (!isSolanaAddress(address) || !account || account === 'none') return []
    const held = readTokenAccount(account)
    return held?.mint === mint && held.owner === owner ? [{ ...held, address }] : []
  })
}

/** Takes an amount from the largest holdings; all of it from the first where they do not suffice, so that the chain says what is missing. */
export function takeFrom(
  usable: readonly Holding[],
  amount: bigint,
): readonly { readonly holding: Holding; readonly amount: bigint }[] {
  const largest = [...usable].sort((one, other) =>
    one.amount === other.amount ? 0 : one.amount > other.amount ? -1 : 1,
  )
  const parts: { holding: Holding; amount: bigint }[] = []
  let rest = amount
  for (const holding of largest.slice(0, mostParts)) {
    if (rest === 0n && parts.length > 0) break
    const part = holding.amount < rest ? holding.amount : rest
    parts.push({ holding, amount: part })
    rest -= part
  }
  const [first] = largest
  return rest > 0n && first ? [{ holding: first, amount }] : parts
}
