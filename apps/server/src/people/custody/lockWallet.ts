import type { CompiledQuery, QueryCreator } from 'kysely'
import type { Database } from '../../core/store/database.ts'

/**
 * Composes the statement that lets batches on one account's wallet run one after the other, in whichever process: a count
 * that a later statement of the batch reads then holds until the batch ends (T14).
 */
export function lockWallet(compose: QueryCreator<Database>, account: string): CompiledQuery {
  return compose
    .updateTable('custody_wallets')
    .set(eb => ({ created_at: eb.ref('created_at') }))
    .where('account_id', '=', account)
    .compile()
}
