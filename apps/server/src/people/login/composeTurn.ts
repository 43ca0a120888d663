import type { Store } from '../../core/store/store.ts'

/** Begins a batch that reads what others of the same account write: they wait for each other, whichever process they are in. */
export const composeTurn = ({ compose }: Pick<Store, 'compose'>, account: string) =>
  compose
    .updateTable('login_accounts')
    .set(eb => ({ frozen_until: eb.ref('frozen_until') }))
    .where('id', '=', account)
    .compile()
