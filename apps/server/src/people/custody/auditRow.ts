import { createHash, randomUUID } from 'node:crypto'
import type { CompiledQuery, QueryCreator } from 'kysely'
import type { Database } from '../../core/store/database.ts'

export type CustodyAction =
  | 'create'
  | 'pair'
  | 'release'
  | 'refresh'
  | 'refreshed'
  | 'revoke'
  | 'factor'
  | 'factor deleted'
  | 'recover'
  | 'password'
  | 'export asked'
  | 'export cancelled'
  | 'delete'

interface AuditEntry {
  readonly at: number
  readonly account: string
  readonly device: string
  readonly action: CustodyAction
  /** Epochs, kinds, digests: nothing that is secret, nothing that names a person. */
  readonly detail?: string
}

/** Composes the audit row of an action, for the same batch, so that neither exists without the other. */
export function auditRow(compose: QueryCreator<Database>, entry: AuditEntry): CompiledQuery {
  return compose.insertInto('custody_audit').values(rowOf(randomUUID(), entry)).compile()
}

/** Composes the audit row of an action that one proof allows once: the caller that gets the row back is first. */
export function auditOnce(compose: QueryCreator<Database>, proofId: string, entry: AuditEntry) {
  const id = `proof ${createHash('sha256').update(proofId).digest('base64url')}`
  return compose
    .insertInto('custody_audit')
    .values(rowOf(id, entry))
    .onConflict(conflict => conflict.column('id').doNothing())
    .returning('id')
    .compile()
}

function rowOf(id: string, { at, account, device, action, detail = '' }: AuditEntry) {
  return { id, at, account_id: account, device, action, detail }
}
