import type { CompiledQuery } from 'kysely'
import type { Store } from '../../core/store/store.ts'

/**
 * Registrations run one after the other, in whichever process: a count holds until its batch ends. An account without names
 * has no row of its own to wait for.
 */
export function oneAfterTheOther(store: Pick<Store, 'compose'>): CompiledQuery {
  return store.compose
    .updateTable('migrations')
    .set(eb => ({ at: eb.ref('at') }))
    .where('id', '=', 1)
    .compile()
}
