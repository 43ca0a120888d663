import { createHash } from 'node:crypto'
import { canonicalJson } from 'latchkey/services'
import type { AppContext } from '../../core/http/appTypes.ts'
import { RouteFault } from '../../core/http/routeFault.ts'
import type { Store } from '../../core/store/store.ts'

/** A caller's key for a request that must have its effect once. */
export interface IdempotencyKey {
  readonly project: string
  /** Keeps the keys of payments and of one payment's refunds apart. */
  readonly scope: string
  readonly key: string
  readonly bodyHash: string
}

/** The request's `Idempotency-Key`; undefined where it has none. @throws RouteFault REQUEST_INVALID. */
export function readIdempotencyKey(
  c: AppContext,
  options: { readonly project: string; readonly scope?: string; readonly body: unknown },
): IdempotencyKey | undefined {
  const key = c.req.header('idempotency-key')
  if (key === undefined) return undefined
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
    const description = 'Expected 1 to 255 printable characters without blanks'
    throw new RouteFault('REQUEST_INVALID', { reasons: [{ name: 'Idempotency-Key', description }] })
  }
  const bodyHash = createHash('sha256').update(canonicalJson(options.body)).digest('hex')
  return { project: options.project, scope: options.scope ?? '', key, bodyHash }
}

/** Takes a key for what is about to be made: where it was taken before, the whole batch is refused as `constraint`. */
export function takeKey(store: Pick<Store, 'compose'>, key: IdempotencyKey, made: string) {
  return store.compose
    .insertInto('payment_keys')
    .values({ project_id: key.project, scope: key.scope, key: key.key, body_hash: key.bodyHash, made })
    .compile()
}

/**
 * What the key made before; undefined when it is free.
 * @throws RouteFault IDEMPOTENCY_CONFLICT when the earlier request had another body.
 */
export async function findMade(
  store: Pick<Store, 'db'>,
  key: IdempotencyKey | undefined,
): Promise<string | undefined> {
  if (key === undefined) return undefined
  const row = await store.db
    .selectFrom('payment_keys')
    .select(['body_hash', 'made'])
    .where('project_id', '=', key.project)
    .where('scope', '=', key.scope)
    .where('key', '=', key.key)
    .executeTakeFirst()
  if (row === undefined) return undefined
  if (row.body_hash !== key.bodyHash) throw new RouteFault('IDEMPOTENCY_CONFLICT')
  return row.made
}
