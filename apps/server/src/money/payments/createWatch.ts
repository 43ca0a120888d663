import type { CaipNetworkId } from 'latchkey/contract'
import type { Logger } from 'pino'
import type { Store } from '../../core/store/store.ts'
import { ChainUnreadable } from '../../data/chains/chainUnreadable.ts'
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

/** Looks once at all that is due: payments to assess, and new blocks of the networks that payments are awaited on. */
export type WatchStep = () => Promise<void>

/**
 * Makes the watch: it finds payments whose page is gone, ends those whose time is over, and follows what is in a block until
 * it is final. It holds nothing in memory: another process goes on where this one stopped.
 */
export function createWatch(deps: {
  readonly store: Store
  readonly now: () => number
  readonly log: Logger
  readonly assess: AssessPayment
  readonly readerOf: (chain: CaipNetworkId) => TransactionReader
}): WatchStep {
  const { store, now, log, assess, readerOf } = deps
  /** What a scan named and nothing came of: asked for again only in another process or after many others. */
  const considered = new Set<string>()

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
      await Promise.all(due.slice(start, start + atOnce).map(({ id }) => quietly(id, () => assess(id))))
  }

  async function watchedChains(): Promise<ReadonlyMap<CaipNetworkId, Watched & { readonly from: number }>> {
    const rows = await store.db
      .selectFrom('payment_ways')
      .innerJoin('payments', 'payments.id', 'payment_ways.payment_id')
      .select(['chain', 'asset', 'recipient', 'reference', 'from_block', 'state'])
      .where('watch_until', '>', now())
      .orderBy('created_at', 'desc')
      .execute()
    return new Map(
      [...Map.groupBy(rows, ({ chain }) => chain)].map(([chain, ways]) => [
        chain,
        {
          from: Math.min(...ways.map(({ from_block }) => from_block)),
          recipients: [...new Set(ways.map(({ recipient }) => recipient))],
          tokens: [...new Set(ways.map(({ asset }) => asset))].filter(asset => asset !== ''),
          native: ways.some(({ asset }) => asset === ''),
          references: ways
            .filter(({ state }) => state === 'open' || state === 'underpaid')
            .slice(0, mostReferences)
            .map(({ reference }) => reference),
        },
      ]),
    )
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

  return async () => {
    await assessDue()
    for (const [chain, watched] of await watchedChains())
      await quietly(chain, () => scanChain(chain, watched))
  }
}
