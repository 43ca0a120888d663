import { randomBytes } from 'node:crypto'
import { RouteFault } from '../../../core/http/routeFault.ts'
import type { Store } from '../../../core/store/store.ts'
import { isStoreError } from '../../../core/store/storeError.ts'
import { addressKey } from '../../../data/namespaces/namespaces.ts'
import type { MoneyAsset } from '../../credits/resolveAsset.ts'
import type { Credit } from '../../credits/seenTransaction.ts'
import type { FiatAmount, OpenedAtProvider, ProviderEvent } from '../onRampProvider.ts'
import type { OrderRow } from './orderRow.ts'

/** Milliseconds between two questions about one order. */
export const leastPause = 5_000

/** Milliseconds from an order's beginning for which its provider is asked. */
const longestWatch = 31 * 86_400_000

/** An order that a caller asks for. */
export interface OrderRequest {
  readonly project: string
  readonly idempotencyKey: string
  /** SHA-256 of what was asked for. */
  readonly digest: string
  readonly kind: OrderRow['kind']
  readonly provider: string
  readonly providerName: string
  readonly asset: MoneyAsset
  readonly recipient: string
  readonly fiat: FiatAmount | null
  readonly expected: string | null
  readonly payment: string | null
}

/** What is written when a look at an order is done. */
export type OrderNews = Pick<
  OrderRow,
  'state' | 'told_state' | 'told_at' | 'told_amount' | 'hash' | 'reason' | 'reference' | 'next_at'
>

/** The orders in the store; each rule that must hold once is one conditional statement. */
export interface Orders {
  /** The order of this key: a new one, or the one that there is. @throws RouteFault IDEMPOTENCY_CONFLICT */
  begin(request: OrderRequest): Promise<OrderRow>
  /** Whether this caller opens the order at its provider; another one may try when `until` is past. */
  claimOpening(id: string, until: number): Promise<boolean>
  opened(id: string, page: OpenedAtProvider & { readonly urlEndsAt: number }): Promise<OrderRow>
  /** Lets the next caller open it. */
  releaseOpening(id: string): Promise<void>
  find(where: {
    readonly id: string
    readonly project: string
    readonly kind: OrderRow['kind']
  }): Promise<OrderRow | undefined>
  read(id: string): Promise<OrderRow | undefined>
  /** The order, when it is to be asked about now: for one caller in five seconds, and never once it is confirmed. */
  claimLook(id: string): Promise<OrderRow | undefined>
  /** Writes news of an order that no receipt has confirmed meanwhile. */
  tell(row: OrderRow, news: OrderNews): Promise<void>
  /** Confirms an order by a credit; false where the credit fulfilled another order, or another credit this one. */
  confirm(
    row: OrderRow,
    news: OrderNews,
    credit: Pick<Credit, 'index'> & {
      readonly network: string
      readonly hash: string
      readonly amount: string
    },
  ): Promise<boolean>
  /** Stores an event and makes its order due; the order's id, where the event is new and its order known. */
  record(provider: string, events: readonly ProviderEvent[]): Promise<readonly string[]>
  /** Ids of a provider's orders that are due. */
  due(provider: string, most: number): Promise<readonly string[]>
}

export function createOrders(deps: {
  readonly store: Store
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Milliseconds after which an order that was not paid is over. */
  readonly lifetime: number
}): Orders {
  const { store, now, lifetime } = deps
  const { compose } = store

  async function customerOf(project: string, account: string): Promise<string> {
    const known = await store.db
      .selectFrom('order_customers')
      .select('customer')
      .where('project_id', '=', project)
      .where('account', '=', account)
      .executeTakeFirst()
    if (known !== undefined) return known.customer
    const [rows] = await store.write([
      compose
        .insertInto('order_customers')
        .values({ project_id: project, account, customer: randomBytes(16).toString('base64url') })
        // Of two callers the first one's id holds for both.
        .onConflict(conflict =>
          conflict.columns(['project_id', 'account']).doUpdateSet(eb => ({
            customer: eb.ref('order_customers.customer'),
          })),
        )
        .returning('customer')
        .compile(),
    ])
    return rows[0]?.customer ?? ''
  }

  const update = (id: string) => compose.updateTable('money_orders').where('id', '=', id)

  return {
    async begin(request) {
      const { project, idempotencyKey, digest, asset, recipient, fiat } = request
      const network = asset.chain.id
      const customer = await customerOf(project, `${network}:${addressKey(network, recipient)}`)
      const at = now()
      const row: OrderRow = {
        id: randomBytes(18).toString('base64url'),
        project_id: project,
        idempotency_key: idempotencyKey,
        request_digest: digest,
        kind: request.kind,
        provider: request.provider,
        provider_name: request.providerName,
        reference: null,
        customer,
        asset: asset.id,
        recipient,
        fiat_currency: fiat?.currency ?? null,
        fiat_amount: fiat?.amount ?? null,
        expected_amount: request.expected,
        told_amount: null,
        credited_amount: null,
        state: 'open',
        told_state: 'open',
        told_at: at,
        hash: null,
        reason: null,
        payment_id: request.payment,
        url: null,
        url_ends_at: 0,
        opening_until: 0,
        created_at: at,
        updated_at: at,
        expires_at: at + lifetime,
        asked_at: at,
        next_at: null,
      }
      const [won] = await store.write([
        compose
          .insertInto('money_orders')
          .values(row)
          .onConflict(conflict => conflict.columns(['project_id', 'idempotency_key']).doNothing())
          .returning('id')
          .compile(),
      ])
      if (won.length === 1) return row
      const known = await store.db
        .selectFrom('money_orders')
        .selectAll()
        .where('project_id', '=', project)
        .where('idempotency_key', '=', idempotencyKey)
        .executeTakeFirstOrThrow()
      if (known.request_digest !== digest) throw new RouteFault('IDEMPOTENCY_CONFLICT')
      return known
    },
    async claimOpening(id, until) {
      const [won] = await store.write([
        update(id)
          .set({ opening_until: until })
          .where('url_ends_at', '=', 0)
          .where('opening_until', '<=', now())
          .returning('id')
          .compile(),
      ])
      return won.length === 1
    },
    async opened(id, { url, reference, urlEndsAt }) {
      const at = now()
      const [rows] = await store.write([
        update(id)
          .set({ url, url_ends_at: urlEndsAt, reference: reference ?? null, next_at: at + leastPause })
          .returningAll()
          .compile(),
      ])
      const [row] = rows
      if (row === undefined) throw new RouteFault('APKT009')
      return row
    },
    async releaseOpening(id) {
      await store.write([update(id).set({ opening_until: 0 }).compile()])
    },
    find: ({ id, project, kind }) =>
      store.db
        .selectFrom('money_orders')
        .selectAll()
        .where('id', '=', id)
        .where('project_id', '=', project)
        .where('kind', '=', kind)
        // Before it was opened, no caller knows its id.
        .where('url_ends_at', '>', 0)
        .executeTakeFirst(),
    read: id => store.db.selectFrom('money_orders').selectAll().where('id', '=', id).executeTakeFirst(),
    async claimLook(id) {
      const at = now()
      const [rows] = await store.write([
        update(id)
          .set({ asked_at: at })
          .where('state', '<>', 'confirmed')
          .where('url_ends_at', '>', 0)
          .where('asked_at', '<=', at - leastPause)
          .where('created_at', '>', at - longestWatch)
          .returningAll()
          .compile(),
      ])
      return rows[0]
    },
    async tell(row, news) {
      await store.write([changeOf(row, news, {}).compile()])
    },
    async confirm(row, news, { network, hash, index, amount }) {
      const credit = compose
        .insertInto('order_credits')
        .values({ network, hash, place: index, order_id: row.id })
        .compile()
      const change = changeOf(row, news, { state: 'confirmed', credited_amount: amount, next_at: null })
      try {
        await store.write([credit, change.compile()])
        return true
      } catch (error) {
        if (isStoreError(error, 'constraint')) return false
        throw error
      }
    },
    async record(provider, events) {
      const at = now()
      const woken = events.map(({ id, order, reference }) =>
        compose
          .updateTable('money_orders')
          .set({ next_at: at, asked_at: 0 })
          .where('provider', '=', provider)
          .where('state', '<>', 'confirmed')
          .where(eb =>
            eb.or([
              ...(order === undefined ? [] : [eb('id', '=', order)]),
              ...(reference === undefined ? [] : [eb('reference', '=', reference)]),
            ]),
          )
          // An event that came before wakes nothing.
          .where(eb =>
            eb.not(
              eb.exists(
                eb
                  .selectFrom('order_events')
                  .select('order_events.event_id')
                  .where('order_events.provider', '=', provider)
                  .where('order_events.event_id', '=', id),
              ),
            ),
          )
          .returning('id')
          .compile(),
      )
      const stored = events.map(({ id }) =>
        compose
          .insertInto('order_events')
          .values({ provider, event_id: id, received_at: at })
          .onConflict(conflict => conflict.columns(['provider', 'event_id']).doNothing())
          .compile(),
      )
      const rows = await store.write([...woken, ...stored])
      return rows.slice(0, woken.length).flatMap(each => (each as { id: string }[]).map(({ id }) => id))
    },
    async due(provider, most) {
      const rows = await store.db
        .selectFrom('money_orders')
        .select('id')
        .where('provider', '=', provider)
        .where('next_at', '<=', now())
        .orderBy('next_at')
        .limit(most)
        .execute()
      return rows.map(({ id }) => id)
    },
  }

  function changeOf(row: OrderRow, news: OrderNews, more: Partial<OrderRow>) {
    const { next_at: _, ...shown } = { ...news, ...more }
    const isNews = Object.entries(shown).some(([name, value]) => row[name as keyof OrderRow] !== value)
    return update(row.id)
      .set({ ...news, ...more, ...(isNews && { updated_at: now() }) })
      .where('state', '<>', 'confirmed')
  }
}
