import type { Hono } from 'hono'
import { isCaipNetworkId } from 'latchkey/contract'
import { postPaymentTransaction } from 'latchkey/services'
import type { AppTypes } from '../../core/http/appTypes.ts'
import type { Gate } from '../../core/http/gate.ts'
import { mountProjectRoute } from '../../core/http/mountRoute.ts'
import { RouteFault } from '../../core/http/routeFault.ts'
import type { Store } from '../../core/store/store.ts'
import { ChainUnreadable } from '../../data/chains/chainUnreadable.ts'
import { servicesOf } from '../../data/namespaces/namespaces.ts'
import { claimTransaction } from './claimTransaction.ts'
import type { AssessPayment } from './createAssessor.ts'
import { findPayment } from './findPayment.ts'
import { toWirePayment } from './toWirePayment.ts'

/** Transactions of one payment that may wait to be found. */
const mostClaims = 16

/** Mounts what a page hands in: the transaction that pays. */
export function mountTransactions(
  app: Hono<AppTypes>,
  deps: {
    readonly gate: Gate
    readonly bodyLimit: number
    readonly store: Store
    readonly now: () => number
    readonly assess: AssessPayment
  },
): void {
  const { store, now, assess } = deps

  mountProjectRoute(app, postPaymentTransaction, deps, async ({ params, body }, project) => {
    const payment = await findPayment(store, project, params.payment)
    const { caipNetworkId: chain } = body
    const isOffered = isCaipNetworkId(chain) && payment.ways.some(way => way.chain === chain)
    if (!isOffered) throw invalid('caipNetworkId', 'Expected a network that this payment can be paid on')
    const hash = servicesOf(chain)?.reads?.transactionOf(body.hash)
    if (hash === undefined) throw invalid('hash', `Expected a transaction of ${chain}`)
    const isKnown = payment.claims.some(claim => claim.chain === chain && claim.hash === hash)
    const counted = new Set(payment.transfers.map(transfer => `${transfer.chain} ${transfer.hash}`))
    const waiting = payment.claims.filter(claim => !counted.has(`${claim.chain} ${claim.hash}`))
    if (!isKnown && waiting.length >= mostClaims)
      throw invalid('hash', 'Too many transactions of this payment are looked for already')
    if (!isKnown) await claimTransaction(deps, { payment: payment.id, chain, hash })
    const assessed = await assess(payment.id).catch((error: unknown) => {
      // It is noted, and looked for until the nodes answer.
      if (error instanceof ChainUnreadable) return undefined
      throw error
    })
    return { payment: toWirePayment(assessed ?? (await findPayment(store, project, payment.id)), now()) }
  })
}

function invalid(name: string, description: string): RouteFault {
  return new RouteFault('REQUEST_INVALID', { reasons: [{ name, description }] })
}
