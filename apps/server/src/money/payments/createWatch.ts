import type { CaipNetworkId } from 'latchkey/contract'
import type { Logger } from 'pino'
import type { Clock } from '../../core/http/appTypes.ts'
import type { Store } from '../../core/store/store.ts'
import { ChainUnreadable } from '../../data/chains/chainUnreadable.ts'
import { machineOf } from '../../data/namespaces/namespaces.ts'
import { claimTransaction } from './claimTransaction.ts'
import type { AssessPayment } from './createAssessor.ts'
import { findUnnamed } from './findUnnamed.ts'
import type { TransactionReader, Watched } from './transactionReader.ts'

/** Payments that one step assesses, and those at once. */
const mostDue = 200
const atOnce = 8
/** Scans of one network in one step, while it is behind. */
const mostScans = 20
/** References that one step asks for. */
const mostReferences = 200

/** Reading what is watched takes this part of the time at most: one in so many. */
const seldom = 20
/** Milliseconds after which a payment is tried again whose nodes do not answer: others have their turn before. */
const restFor = 15_000

/** Milliseconds after its last change for which an exchange's order is looked at. */
const ordersFor = 86_400_000

type WatchedChain = Watched & { readonly from: number }
type WatchedChains = ReadonlyMap<CaipNetworkId, WatchedChain>

/** Looks once at all that is due: payments to assess, and new blocks of the networks that payments are awaited on. */
export type WatchStep = () => Promise<void>

/**
 * Makes the watch: it finds payments whose page is gone, ends those whose time is over, and follows what is in a block until
 * it is final. It holds nothing in memory: another process goes on where this one stopped.
 */
export function createWatch(deps: {
  readonly store: Store
  readonly now: () => number
  readonly clock: Clock
  readonly log: Logger
  readonly assess: AssessPayment
  readonly readerOf: (chain: CaipNetworkId) => TransactionReader
}): WatchStep {
  const { store, now, clock, log, assess, readerOf } = deps
  /** What a scan named and nothing came of: asked for again only in another process or after many others. */
  const considered = new Set<string>()
  let watched: { readonly chains: WatchedChains; readonly until: number } = { chains: new Map(), until: 0 }

  async function quietly(chain: string, work: () => Promise<unknown>): Promise<void> {
    try {
      await work()
    } catch (error) {
      if (!(error instanceof ChainUnreadable)) throw error
      log.warn({ chain, err: error }, 'payments cannot be read')
    }
  }

  async function assessDue(): Promise<void> {
    const due = await store.db
      .selectFrom('payments')
      .select('id')
      .where('due_at', '<=', now())
      .orderBy('due_at')
      .limit(mostDue)
      .execute()
    for (let start = 0; start < due.length; start += atOnce)
      await Promise.all(due.slice(start, start + atOnce).map(({ id }) => assessOne(id)))
  }

  async function assessOne(id: string): Promise<void> {
    try {
      await assess(id)
    } catch (error) {
      if (!(error instanceof ChainUnreadable)) throw error
      log.warn({ chain: error.chain, err: error }, 'a payment cannot be read')
      await store.write([
        store.compose
          .updateTable('payments')
          .set({ due_at: now() + restFor })
          .where('id', '=', id)
          .where('due_at', '<=', now())
          .compile(),
      ])
    }
  }

  /** What is watched, read anew as often as reading it takes little of the time. */
  async function watchedChains(): Promise<WatchedChains> {
    if (clock() < watched.until) return watched.chains
    const began = clock()
    const rows = await store.db
      .selectFrom('payment_ways')
      .innerJoin('payments', 'payments.id', 'payment_ways.payment_id')
      .select(({ fn }) => ['chain', 'asset', 'recipient', fn.min('from_block').as('from')])
      .where('watch_until', '>', now())
      .groupBy(['chain', 'asset', 'recipient'])
      .execute()
    const chains: WatchedChains = new Map(
      [...Map.groupBy(rows, ({ chain }) => chain)].map(([chain, ways]) => [
        chain,
        {
          from: Math.min(...ways.map(({ from }) => Number(from))),
          recipients: [...new Set(ways.map(({ recipient }) => recipient))],
          tokens: [...new Set(ways.map(({ asset }) => asset))].filter(asset => asset !== ''),
          native: ways.some(({ asset }) => asset === ''),
          references: () => referencesOn(chain),
        },
      ]),
    )
    watched = { chains, until: clock() + (clock() - began) * seldom }
    return chains
  }

  async function referencesOn(chain: CaipNetworkId): Promise<readonly string[]> {
    const rows = await store.db
      .selectFrom('payments')
      .select('reference')
      .where('watch_until', '>', now())
      .where('state', 'in', ['open', 'underpaid'])
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('payment_ways')
            .select('place')
            .whereRef('payment_id', '=', 'payments.id')
            .where('chain', '=', chain),
        ),
      )
      .orderBy('created_at', 'desc')
      .limit(mostReferences)
      .execute()
    return rows.map(({ reference }) => reference)
  }

  async function scanChain(
    chain: CaipNetworkId,
    watched: Watched & { readonly from: number },
  ): Promise<void> {
    const row = await store.db
      .selectFrom('payment_chains')
      .select('next_block')
      .where('chain', '=', chain)
      .executeTakeFirst()
    let next = row?.next_block
    for (let scans = 0; scans < mostScans; scans++) {
      // Nothing before the oldest payment can pay one.
      const from = Math.max(next ?? 0, watched.from)
      const found = await readerOf(chain).scan(chain, watched, from)
      for (const hash of found.hashes) await consider(chain, hash, watched.native)
      if (found.next === next) return
      await store.write([
        store.compose
          .insertInto('payment_chains')
          .values({ chain, next_block: found.next })
          .onConflict(conflict => conflict.column('chain').doUpdateSet({ next_block: found.next }))
          .compile(),
      ])
      next = found.next
    }
  }

  /** Finds out whom a transaction pays: the payments that it names, or those that it can only be for. */
  async function consider(chain: CaipNetworkId, hash: string, native: boolean): Promise<void> {
    const claimed = await store.db
      .selectFrom('payment_claims')
      .select('payment_id')
      .where('chain', '=', chain)
      .where('hash', '=', hash)
      .execute()
    const transaction = await readerOf(chain).read(chain, hash, { native })
    if (transaction?.state !== 'included') return
    const mark = `${chain} ${hash} ${transaction.block}`
    if (considered.has(mark)) return
    const named =
      transaction.references.length === 0
        ? []
        : await store.db
            .selectFrom('payments')
            .select('id')
            .where('reference', 'in', [...transaction.references])
            .execute()
    const isUnnamed = named.length === 0 && claimed.length === 0
    const found = isUnnamed
      ? await findUnnamed({ store, now, log }, { chain, hash, transaction })
      : named.map(({ id }) => id)
    for (const payment of found) {
      if (claimed.some(({ payment_id }) => payment_id === payment)) continue
      await claimTransaction(deps, { payment, chain, hash })
      await assess(payment)
    }
    considered.add(mark)
    if (considered.size > 10_000) considered.clear()
  }

  /** Takes the transactions by which exchanges' orders paid payments: their receipts are read already. */
  async function claimOrders(): Promise<void> {
    const rows = await store.db
      .selectFrom('order_credits')
      .innerJoin('money_orders', 'money_orders.id', 'order_credits.order_id')
      .innerJoin('payments', join =>
        join
          .onRef('payments.id', '=', 'money_orders.payment_id')
          .onRef('payments.project_id', '=', 'money_orders.project_id'),
      )
      .select(['payments.id', 'order_credits.network', 'order_credits.hash'])
      .where('money_orders.updated_at', '>', now() - ordersFor)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('payment_claims')
              .select('at')
              .whereRef('payment_claims.payment_id', '=', 'payments.id')
              .whereRef('payment_claims.hash', '=', 'order_credits.hash'),
          ),
        ),
      )
      .execute()
    for (const { id, network, hash } of rows) {
      if (machineOf(network) === undefined) continue
      const mark = `${id} ${hash}`
      if (considered.has(mark)) continue
      await claimTransaction(deps, { payment: id, chain: network as CaipNetworkId, hash })
      await assessOne(id)
      considered.add(mark)
    }
  }

  return async () => {
    await claimOrders()
    await assessDue()
    for (const [chain, watched] of await watchedChains())
      await quietly(chain, () => scanChain(chain, watched))
  }
}
