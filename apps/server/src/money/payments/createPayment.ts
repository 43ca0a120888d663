import { randomBytes } from 'node:crypto'
import type { postPayment, RouteRequest } from 'latchkey/services'
import { RouteFault } from '../../core/http/routeFault.ts'
import type { Store } from '../../core/store/store.ts'
import { isStoreError } from '../../core/store/storeError.ts'
import { findMade, type IdempotencyKey, takeKey } from './idempotency.ts'
import type { Payment } from './payment.ts'
import { readPayment } from './readPayment.ts'
import { makeReference } from './reference.ts'
import type { ResolvedWay } from './resolveWays.ts'

/** Milliseconds for which receivers are watched for a payment that is over: what comes late is found, too. */
export const lateFor = 7 * 86_400_000

/**
 * Makes a payment, once for an idempotency key, in one batch: of two requests with one key the later one gets what the
 * first made. @throws RouteFault IDEMPOTENCY_CONFLICT, and what `resolve` throws.
 */
export async function createPayment(
  deps: {
    readonly store: Store
    readonly now: () => number
    readonly rateLock: number
    readonly resolve: () => Promise<readonly ResolvedWay[]>
  },
  options: {
    readonly project: string
    readonly body: RouteRequest<typeof postPayment>['body']
    readonly key: IdempotencyKey | undefined
  },
): Promise<Payment> {
  const { store } = deps
  const { project, body, key } = options
  const before = await findMade(store, key)
  if (before !== undefined) return readMade(store, before)
  const ways = await deps.resolve()
  const now = deps.now()
  const id = `pay_${randomBytes(16).toString('base64url')}`
  const lockedUntil = now + deps.rateLock
  // A price in fiat money ends with its rate.
  const expiresAt = Math.min(now + body.expiresIn * 1_000, ...(body.fiat ? [lockedUntil] : []))
  const payment: Payment = {
    id,
    project,
    state: 'open',
    reference: makeReference(),
    accepts: ways.map(({ accept }) => accept),
    ways: ways.map(({ way }) => way),
    details: {
      description: body.description ?? null,
      referenceId: body.referenceId ?? null,
      metadata: body.metadata ?? null,
    },
    fiat: body.fiat ? { ...body.fiat, lockedUntil: expiresAt } : null,
    createdAt: now,
    expiresAt,
    watchUntil: expiresAt + lateFor,
    dueAt: expiresAt,
    version: 1,
    claims: [],
    transfers: [],
    refunds: [],
  }
  try {
    await store.write([
      ...(key === undefined ? [] : [takeKey(store, key, id)]),
      ...composePayment(store, payment),
    ])
    return payment
  } catch (error) {
    if (key === undefined || !isStoreError(error, 'constraint')) throw error
    // Another request with this key was first.
    const made = await findMade(store, key)
    if (made === undefined) throw error
    return readMade(store, made)
  }
}

async function readMade(store: Store, id: string): Promise<Payment> {
  const payment = await readPayment(store, id)
  if (payment === undefined) throw new RouteFault('APKT009', { status: 503, retryAfter: 1 })
  return payment
}

function composePayment(store: Store, payment: Payment) {
  const { compose } = store
  return [
    compose
      .insertInto('payments')
      .values({
        id: payment.id,
        project_id: payment.project,
        state: payment.state,
        reference: payment.reference,
        accepts: JSON.stringify(payment.accepts),
        details: JSON.stringify(payment.details),
        fiat: payment.fiat && JSON.stringify(payment.fiat),
        created_at: payment.createdAt,
        expires_at: payment.expiresAt,
        watch_until: payment.watchUntil,
        due_at: payment.dueAt,
        version: payment.version,
        is_stale: 0,
      })
      .compile(),
    compose
      .insertInto('payment_ways')
      .values(
        payment.ways.map(({ fromBlock, units, ...way }) => ({
          ...way,
          payment_id: payment.id,
          units: String(units),
          from_block: fromBlock,
        })),
      )
      .compile(),
  ]
}
