import type { CompiledQuery } from 'kysely'
import type { CaipNetworkId } from 'latchkey/contract'
import type { Store } from '../../core/store/store.ts'
import { type AssessedTransfer, assessPayment } from './assessPayment.ts'
import { assessRefunds } from './assessRefunds.ts'
import { matchTransaction } from './matchTransaction.ts'
import type { Payment, PaymentTransfer } from './payment.ts'
import type { ClaimState } from './tables.ts'
import type { SeenTransaction, TransactionReader } from './transactionReader.ts'
import { writePayment } from './writePayment.ts'

/** Assesses a payment by the chains and writes what became of it; undefined for none. @throws ChainUnreadable. */
export type AssessPayment = (id: string) => Promise<Payment | undefined>

/** Milliseconds after which a claimed transaction that no node knows, or that no block takes, is forgotten. */
const forgetUnknown = 3_600_000
const forgetPending = 86_400_000
/** Transfers that count for one payment; the wire has no room for more. */
const mostTransfers = 64

type Claim = Payment['claims'][number]
interface Found {
  readonly claim: Claim
  readonly transaction: SeenTransaction | undefined
}

/** Makes what assesses payments: the one place where their state changes. */
export function createAssessor(deps: {
  readonly store: Store
  readonly now: () => number
  readonly readerOf: (chain: CaipNetworkId) => TransactionReader
  /** Milliseconds after which something unfinished is looked at again. */
  readonly poll: number
}): AssessPayment {
  const { store, now, readerOf, poll } = deps

  return id =>
    writePayment(deps, id, async payment => {
      const at = now()
      const open = payment.claims.filter(({ state }) => state !== 'final')
      const wants = { native: payment.ways.some(({ asset }) => asset === '') }
      const found = await Promise.all(
        open.map(async (claim): Promise<Found> => {
          const { chain, hash } = claim
          return { claim, transaction: await readerOf(chain).read(chain, hash, wants) }
        }),
      )
      const readAnew = new Set(open.map(nameOf))
      const stay = payment.transfers.filter(transfer => !readAnew.has(nameOf(transfer)))
      const fresh: (PaymentTransfer & { isFinal: boolean })[] = []
      for (const each of found)
        if (each.transaction) fresh.push(...(await countOf(payment, each.claim, each.transaction)))
      const kept = fresh.slice(0, Math.max(0, mostTransfers - stay.length))
      const transfers = [...stay, ...kept]
      const assessed: AssessedTransfer[] = [
        ...stay.map(transfer => ({ ...transfer, isFinal: true })),
        ...kept,
      ]
      const isPending = found.some(({ transaction }) => transaction?.state === 'pending')
      const refunds = await assessRefunds({ store, readerOf }, payment)
      const state = assessPayment(
        { ...payment, refunds: refunds.after },
        { transfers: assessed, isPending, now: at },
      )
      const claims = found.map(({ claim, transaction }) => ({
        claim,
        state: stateOf(transaction),
        isForgotten: isForgotten(claim, transaction, {
          at,
          isCounted: kept.some(one => nameOf(one) === nameOf(claim)),
        }),
      }))
      const isUnfinished =
        refunds.isUnfinished || claims.some(claim => !claim.isForgotten && claim.state !== 'final')
      const dueAt = isUnfinished ? at + poll : payment.expiresAt > at ? payment.expiresAt : null
      const isSame =
        state === payment.state &&
        refunds.queries.length === 0 &&
        claims.every(({ claim, state, isForgotten }) => !isForgotten && claim.state === state) &&
        isSameTransfers(payment.transfers, transfers)
      if (isSame && dueAt === payment.dueAt) return undefined
      return {
        state,
        dueAt,
        after: { ...payment, transfers, refunds: refunds.after },
        queries: isSame
          ? []
          : [...composeTransfers(payment, kept, readAnew), ...claims.map(composeClaim), ...refunds.queries],
        events: [...(state === payment.state ? [] : [`payment.${state}` as const]), ...refunds.events],
      }
    })

  /** What of a transaction counts for a payment, as others leave it. */
  async function countOf(payment: Payment, { chain, hash }: Claim, transaction: SeenTransaction) {
    const [named, taken] = await Promise.all([
      namesOf(transaction.references),
      store.db
        .selectFrom('payment_transfers')
        .select('place')
        .where('chain', '=', chain)
        .where('hash', '=', hash)
        .where('payment_id', '!=', payment.id)
        .execute(),
    ])
    const options = { chain, named, taken: new Set(taken.map(({ place }) => place)) }
    return matchTransaction(payment, transaction, options).map(({ transfer, way }) => ({
      chain,
      hash,
      way,
      place: transfer.place,
      units: transfer.units,
      payer: transfer.payer,
      block: transaction.block,
      blockTime: transaction.blockTime,
      at: payment.transfers.find(one => one.hash === hash && one.place === transfer.place)?.at ?? now(),
      isFinal: transaction.isFinal,
    }))
  }

  async function namesOf(references: readonly string[]): Promise<ReadonlySet<string>> {
    if (references.length === 0) return new Set()
    const rows = await store.db
      .selectFrom('payments')
      .select('reference')
      .where('reference', 'in', [...references])
      .execute()
    return new Set(rows.map(({ reference }) => reference))
  }

  function composeTransfers(
    payment: Payment,
    kept: readonly PaymentTransfer[],
    readAnew: ReadonlySet<string>,
  ): CompiledQuery[] {
    const { compose } = store
    const gone = payment.claims.filter(claim => readAnew.has(nameOf(claim)))
    return [
      ...gone.map(({ chain, hash }) =>
        compose
          .deleteFrom('payment_transfers')
          .where('chain', '=', chain)
          .where('hash', '=', hash)
          .where('payment_id', '=', payment.id)
          .compile(),
      ),
      ...kept.map(({ chain, hash, place, way, units, payer, block, blockTime, at }) =>
        compose
          .insertInto('payment_transfers')
          .values({
            chain,
            hash,
            place,
            payment_id: payment.id,
            way,
            units: String(units),
            payer,
            block,
            block_time: blockTime,
            at,
          })
          .compile(),
      ),
    ]
  }

  function composeClaim(change: {
    readonly claim: Claim
    readonly state: ClaimState
    readonly isForgotten: boolean
  }): CompiledQuery {
    const { chain, hash, payment_id } = change.claim
    const { compose } = store
    return change.isForgotten
      ? compose
          .deleteFrom('payment_claims')
          .where('payment_id', '=', payment_id)
          .where('chain', '=', chain)
          .where('hash', '=', hash)
          .compile()
      : compose
          .updateTable('payment_claims')
          .set({ state: change.state })
          .where('payment_id', '=', payment_id)
          .where('chain', '=', chain)
          .where('hash', '=', hash)
          .compile()
  }
}

function stateOf(transaction: SeenTransaction | undefined): ClaimState {
  if (transaction === undefined) return 'unknown'
  if (transaction.state === 'pending') return 'pending'
  return transaction.isFinal ? 'final' : 'included'
}

/** A claim of which nothing can come any more. */
function isForgotten(
  claim: Claim,
  transaction: SeenTransaction | undefined,
  { at, isCounted }: { readonly at: number; readonly isCounted: boolean },
): boolean {
  if (transaction === undefined) return at - claim.at > forgetUnknown
  if (transaction.state === 'pending') return at - claim.at > forgetPending
  return transaction.isFinal && !isCounted
}

function isSameTransfers(before: readonly PaymentTransfer[], after: readonly PaymentTransfer[]): boolean {
  const text = (list: readonly PaymentTransfer[]) =>
    list
      .map(({ place, way, units, block, ...one }) => `${nameOf(one)} ${place} ${way} ${units} ${block}`)
      .sort()
      .join('\n')
  return text(before) === text(after)
}

function nameOf({ chain, hash }: { readonly chain: string; readonly hash: string }): string {
  return `${chain} ${hash}`
}
