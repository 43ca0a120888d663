import { type CompiledQuery, sql } from 'kysely'
import type { Store } from '../../core/store/store.ts'
import type { HoldingChange, Slice } from './buildSlice.ts'
import { composeRows, inParts } from './composeRows.ts'
import { bytesToId, idToBytes, toBytes, toHex } from './hexBytes.ts'

/**
 * Composes the statements that set ERC-721 owners to the result of a slice, or of its undoing. The previous owner loses
 * the item, known or not.
 */
export function composeOwners(
  store: Store,
  chainId: number,
  owners: Slice['owners'],
): readonly CompiledQuery[] {
  const rows = owners.map(({ token, tokenId, owner }) => ({
    chain_id: chainId,
    account: owner === null ? null : toBytes(owner),
    token: toBytes(token),
    token_id: idToBytes(tokenId),
    standard: 'erc721' as const,
    amount: '1',
  }))
  const held = rows.flatMap(({ account, ...row }) => (account === null ? [] : [{ ...row, account }]))
  return [
    ...inParts(rows).map(part =>
      store.compose
        .deleteFrom('index_holdings')
        .where('chain_id', '=', chainId)
        .where(eb => eb.or(part.map(row => eb.and({ token: row.token, token_id: row.token_id }))))
        .where('standard', '=', 'erc721')
        .compile(),
    ),
    ...composeRows(held, part =>
      store.compose
        .insertInto('index_holdings')
        .values(part)
        // A contract that emits both kinds of event for one id: the later one counts.
        .onConflict(conflict =>
          conflict
            .columns(['chain_id', 'account', 'token', 'token_id'])
            .doUpdateSet({ standard: 'erc721', amount: '1' }),
        ),
    ),
  ]
}

/**
 * The statements that bring ERC-1155 balances to what they are after these changes. The sums are made here, as no
 * engine adds decimal text; that the balances read are still the ones is for the batch's guard to see to.
 */
export async function composeChanges(
  store: Store,
  chainId: number,
  changes: readonly HoldingChange[],
): Promise<readonly CompiledQuery[]> {
  const before = new Map<string, bigint>()
  for (const part of inParts(changes)) {
    const rows = await store.db
      .selectFrom('index_holdings')
      .select(['account', 'token', 'token_id', 'amount'])
      .where('chain_id', '=', chainId)
      .where(eb =>
        eb.or(
          part.map(({ account, token, tokenId }) =>
            eb.and({ account: toBytes(account), token: toBytes(token), token_id: idToBytes(tokenId) }),
          ),
        ),
      )
      .execute()
    for (const row of rows)
      before.set(`${toHex(row.account)} ${toHex(row.token)} ${bytesToId(row.token_id)}`, BigInt(row.amount))
  }
  const rows = changes.map(({ account, token, tokenId, by }) => ({
    chain_id: chainId,
    account: toBytes(account),
    token: toBytes(token),
    token_id: idToBytes(tokenId),
    standard: 'erc1155' as const,
    amount: ((before.get(`${account} ${token} ${tokenId}`) ?? 0n) + by).toString(),
  }))
  const gone = rows.filter(({ amount }) => amount === '0')
  return [
    ...inParts(gone).map(part =>
      store.compose
        .deleteFrom('index_holdings')
        .where('chain_id', '=', chainId)
        .where(eb => eb.or(part.map(({ account, token, token_id }) => eb.and({ account, token, token_id }))))
        .compile(),
    ),
    ...composeRows(
      rows.filter(({ amount }) => amount !== '0'),
      part =>
        store.compose
          .insertInto('index_holdings')
          .values(part)
          .onConflict(conflict =>
            conflict.columns(['chain_id', 'account', 'token', 'token_id']).doUpdateSet({
              standard: 'erc1155',
              amount: sql<string>`excluded.amount`,
            }),
          ),
    ),
  ]
}
