import type { CaipNetworkId } from 'latchkey/contract'
import type { Store } from '../../core/store/store.ts'
import { chainNumber } from '../namespaces/namespaces.ts'
import { readAddress, toChecksum } from './hexBytes.ts'

/** Tokens of one account that are looked at; a wallet that was showered with more is no wallet that reads them. */
const most = 2_000

/** The ERC-20 tokens that an account ever received; what it holds of them is for the tokens to say. */
export async function listAccountTokens(
  store: Store,
  chain: CaipNetworkId,
  account: string,
): Promise<readonly string[]> {
  const owner = readAddress(account)
  const number = chainNumber(chain)
  if (owner === undefined || number === undefined) return []
  const rows = await store.db
    .selectFrom('index_account_tokens')
    .select('token')
    .where('chain_id', '=', number)
    .where('account', '=', owner)
    .orderBy('token')
    .limit(most)
    .execute()
  return rows.map(({ token }) => toChecksum(token))
}
