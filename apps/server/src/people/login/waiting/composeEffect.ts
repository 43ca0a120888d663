import type { CompiledQuery } from 'kysely'
import type { Store } from '../../../core/store/store.ts'
import type { Custody } from '../../custody/createCustody.ts'
import { composeChange } from '../composeChange.ts'
import type { Login } from '../createLogin.ts'
import { forgetIdentities } from '../forgetIdentities.ts'
import type { WaitingRow } from './composeWaiting.ts'
import type { WaitedAddress } from './createAddressMails.ts'

/** Composes what a change that waited does once its time has come: the queries of the same change made at once. */
export function composeEffect(
  deps: {
    readonly store: Store
    readonly login: Pick<Login, 'accounts' | 'devices' | 'passkeys'>
    readonly custody: Pick<Custody, 'shares' | 'wallets'>
  },
  row: WaitingRow,
  { at, address }: { readonly at: number; readonly address: WaitedAddress | undefined },
): readonly CompiledQuery[] {
  const { store, login, custody } = deps
  const { account_id: account, subject, session, device } = row
  const by = { account_id: account, id: session }
  switch (row.kind) {
    case 'device':
      return [
        ...custody.shares.revocation({ account, device: subject }, 'waiting'),
        ...login.devices.forgetting(account, subject),
      ]
    case 'sessions':
      return [
        store.compose
          .deleteFrom('login_sessions')
          .where('account_id', '=', account)
          .where('id', '<>', session)
          .compile(),
      ]
    case 'passkey':
      return login.passkeys.deletion(by, subject)
    case 'social':
      return forgetIdentities(store, by, {
        kind: subject === 'farcaster' ? 'farcaster' : 'social',
        issuer: subject,
      })
    case 'email':
      return address === undefined
        ? []
        : composeChange(store, { change: address.row, session, undoMac: address.undoMac, at })
    case 'account':
      return login.accounts.deletion(account, custody.wallets.deletion({ account, device }))
  }
}
