import type { Hono } from 'hono'
import { postRefund, postRefundTransaction, type RouteResponse } from 'latchkey/services'
import type { Address } from 'viem'
import type { AppTypes } from '../../core/http/appTypes.ts'
import type { Gate } from '../../core/http/gate.ts'
import { mountProjectRoute } from '../../core/http/mountRoute.ts'
import { RouteFault } from '../../core/http/routeFault.ts'
import { viem } from '../../core/libraries/viem.ts'
import type { Store } from '../../core/store/store.ts'
import { ChainUnreadable, orChainFault } from '../../data/chains/chainUnreadable.ts'
import { chainAddress, servicesOf } from '../../data/namespaces/namespaces.ts'
import type { RpcProxy } from '../../data/rpc/createRpcProxy.ts'
import { requireSecret } from '../../projects/requireSecret.ts'
import { placeOf, placesOf } from './assessRefunds.ts'
import { createRefund, refused } from './createRefund.ts'
import { findPayment } from './findPayment.ts'
import { readIdempotencyKey } from './idempotency.ts'
import type { Payments } from './makePayments.ts'
import type { Payment, PaymentRefund } from './payment.ts'
import { toWireRefund } from './toWirePayment.ts'
import { writePayment } from './writePayment.ts'

/** Mounts refunds: proposed here, signed by the merchant's wallet, found by their hash. */
export function mountRefunds(
  app: Hono<AppTypes>,
  deps: Pick<Payments, 'assess' | 'readerOf'> & {
    readonly gate: Gate
    readonly bodyLimit: number
    readonly store: Store
    readonly settings: { readonly development: boolean }
    readonly now: () => number
    readonly proxy: Pick<RpcProxy, 'call' | 'head'>
  },
): void {
  const { store, now, assess, readerOf } = deps

  mountProjectRoute(app, postRefund, deps, async ({ params, body }, project, c) => {
    await requireSecret(deps, project, c)
    await findPayment(store, project, params.payment)
    const key = readIdempotencyKey(c, { project: project.id, scope: params.payment, body })
    const { payment, refund } = await createRefund(deps, params.payment, { body, key })
    return { refund: toWireRefund(refund, payment.accepts), call: toCall(payment, refund) }
  })

  mountProjectRoute(app, postRefundTransaction, deps, async ({ params, body }, project, c) => {
    await requireSecret(deps, project, c)
    const payment = await findPayment(store, project, params.payment)
    const refund = refundOf(payment, params.refund)
    const { chain } = refund
    const hash = servicesOf(chain)?.reads?.transactionOf(body.hash)
    if (hash === undefined) throw refused('hash', `Expected a transaction of ${chain}`)
    if (refund.state === 'settled' && refund.hash !== hash)
      throw refused('hash', 'This refund was settled by another transaction')
    const wants = { native: payment.ways[refund.way]?.asset === '' }
    const transaction = await orChainFault(readerOf(chain).read(chain, hash, wants))
    if (transaction !== undefined && transaction.state !== 'pending') {
      const taken = await placesOf(store, { id: refund.id, chain, hash })
      if (placeOf(payment, refund, transaction, taken) === undefined)
        throw refused('hash', 'This transaction moves something else than the refund')
    }
    await writePayment(deps, payment.id, async known => {
      if (refundOf(known, refund.id).state === 'settled') return undefined
      return {
        state: known.state,
        dueAt: now(),
        after: known,
        events: [],
        queries: [
          store.compose.updateTable('payment_refunds').set({ hash }).where('id', '=', refund.id).compile(),
        ],
      }
    })
    const assessed = await assess(payment.id).catch((error: unknown) => {
      if (error instanceof ChainUnreadable) return undefined
      throw error
    })
    const after = assessed ?? (await findPayment(store, project, payment.id))
    return { refund: toWireRefund(refundOf(after, refund.id), after.accepts) }
  })
}

function refundOf(payment: Payment, id: string): PaymentRefund {
  const refund = payment.refunds.find(each => each.id === id)
  if (refund === undefined) throw new RouteFault('NOT_FOUND')
  return refund
}

/** What the merchant's wallet signs. */
function toCall(
  payment: Payment,
  { way, chain, recipient, units }: PaymentRefund,
): RouteResponse<typeof postRefund>['call'] {
  const to = chainAddress(chain, recipient) as Address
  const token = payment.ways[way]?.asset ?? ''
  if (token === '') return { to, data: '0x', value: String(units), caipNetworkId: chain }
  const { encodeFunctionData, erc20Abi } = viem()
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, units] })
  return { to: chainAddress(chain, token) as Address, data, value: '0', caipNetworkId: chain }
}
