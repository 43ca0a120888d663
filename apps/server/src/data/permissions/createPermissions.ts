import type { CaipNetworkId } from 'latchkey/contract'
import {
  canonicalJson,
  mostPermissionSessions,
  type Permission,
  type PermissionSession,
  permissionSchema,
} from 'latchkey/services'
import * as v from 'valibot'
import type { Address, Hex } from 'viem'
import type { Store } from '../../core/store/store.ts'
import { type Delegation, encodeContext } from './delegationOf.ts'
import type { PermissionTables } from './tables.ts'

type Row = PermissionTables['permission_sessions']

/** Milliseconds for which a permission that has expired stays listed. */
const remembered = 30 * 86_400_000

/** An account of a project's visitor, on one network. */
export interface PermissionAccount {
  readonly project: string
  readonly network: CaipNetworkId
  /** Checksummed. */
  readonly account: Address
}

/** The permissions that the store has. */
export interface Permissions {
  /** Stores a permission whose signature was checked; one that is there already stays as it is. */
  add(
    of: PermissionAccount,
    granted: {
      readonly pci: Hex
      readonly delegation: Delegation
      readonly permission: Permission
      readonly signature: Hex
    },
  ): Promise<PermissionSession>
  find(of: PermissionAccount, pci: Hex): Promise<PermissionSession | undefined>
  /** The newest first. */
  list(of: PermissionAccount): Promise<readonly PermissionSession[]>
  /** Moves permissions on to a state, never back. */
  advance(of: PermissionAccount, pcis: readonly Hex[], state: 'revoking' | 'revoked'): Promise<void>
  /** Deletes what expired long ago. */
  sweep(): Promise<void>
}

export function createPermissions(deps: {
  readonly store: Pick<Store, 'db' | 'compose' | 'write'>
  /** Milliseconds since 1970. */
  readonly now: () => number
}): Permissions {
  const { store, now } = deps
  const { db, compose } = store

  async function find({ project, network, account }: PermissionAccount, pci: Hex) {
    const row = await db
      .selectFrom('permission_sessions')
      .selectAll()
      .where('project_id', '=', project)
      .where('pci', '=', pci)
      .where('network', '=', network)
      .where('account', '=', account)
      .executeTakeFirst()
    return row && toSession(row)
  }

  return {
    find,
    async add(of, { pci, delegation, permission, signature }) {
      await store.write([
        compose
          .insertInto('permission_sessions')
          .values({
            project_id: of.project,
            pci,
            network: of.network,
            account: of.account,
            delegator: delegation.delegator,
            delegate: delegation.delegate,
            permission: canonicalJson(permission),
            context: encodeContext(delegation, signature),
            state: 'active',
            created_at: now(),
            expires_at: permission.expiry * 1_000,
          })
          .onConflict(conflict => conflict.columns(['project_id', 'pci']).doNothing())
          .compile(),
      ])
      const session = await find(of, pci)
      if (session === undefined) throw new Error('A permission that was stored is not there')
      return session
    },
    async list({ project, network, account }) {
      const rows = await db
        .selectFrom('permission_sessions')
        .selectAll()
        .where('project_id', '=', project)
        .where('network', '=', network)
        .where('account', '=', account)
        .orderBy('created_at', 'desc')
        .orderBy('pci')
        .limit(mostPermissionSessions)
        .execute()
      return rows.map(toSession)
    },
    async advance({ project, network, account }, pcis, state) {
      if (pcis.length === 0) return
      await store.write([
        compose
          .updateTable('permission_sessions')
          .set({ state })
          .where('project_id', '=', project)
          .where('network', '=', network)
          .where('account', '=', account)
          .where('pci', 'in', pcis)
          .where('state', 'in', state === 'revoking' ? ['active'] : ['active', 'revoking'])
          .compile(),
      ])
    },
    async sweep() {
      await store.write([
        compose
          .deleteFrom('permission_sessions')
          .where('expires_at', '<', now() - remembered)
          .compile(),
      ])
    },
  }
}

function toSession(row: Row): PermissionSession {
  return {
    pci: row.pci as Hex,
    account: `${row.network as CaipNetworkId}:${row.account}`,
    delegator: row.delegator as Address,
    to: row.delegate as Address,
    permission: v.parse(permissionSchema, JSON.parse(row.permission)),
    state: row.state,
    context: row.context as Hex,
    createdAt: new Date(row.created_at).toISOString(),
    expiresAt: new Date(row.expires_at).toISOString(),
  }
}
