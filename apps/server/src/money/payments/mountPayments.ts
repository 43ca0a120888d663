import type { Hono } from 'hono'
import { getPayment, getPaymentReceipt, getPaymentRecord, postPayment } from 'latchkey/services'
import type { AppTypes } from '../../core/http/appTypes.ts'
import type { Gate } from '../../core/http/gate.ts'
import { mountProjectRoute } from '../../core/http/mountRoute.ts'
import { RouteFault } from '../../core/http/routeFault.ts'
import type { Store } from '../../core/store/store.ts'
import { requireSecret } from '../../projects/requireSecret.ts'
import { createPayment } from './createPayment.ts'
import type { IsReceiver } from './createReceivers.ts'
import { findPayment } from './findPayment.ts'
import { readIdempotencyKey } from './idempotency.ts'
import { resolveWays } from './resolveWays.ts'
import { signReceipt } from './signReceipt.ts'
import { toOwnPayment, toWirePayment } from './toWirePayment.ts'

/** Mounts making and reading payments. */
export function mountPayments(
  app: Hono<AppTypes>,
  deps: Omit<Parameters<typeof resolveWays>[0], 'isReceiver'> & {
    readonly gate: Gate
    readonly bodyLimit: number
    readonly store: Store
    readonly settings: { readonly development: boolean }
    readonly now: () => number
    readonly isReceiver: IsReceiver
    readonly rateLock: number
    readonly receiptKeys: Parameters<typeof signReceipt>[1]
  },
): void {
  const { store, now, rateLock } = deps

  mountProjectRoute(app, postPayment, deps, async ({ body }, project, c) => {
    await requireSecret(deps, project, c)
    const key = readIdempotencyKey(c, { project: project.id, body })
    const isReceiver = (chain: string, address: string) => deps.isReceiver(project.id, chain, address)
    const payment = await createPayment(
      { store, now, rateLock, resolve: () => resolveWays({ ...deps, isReceiver }, body) },
      { project: project.id, body, key },
    )
    return { payment: toOwnPayment(payment, now()) }
  })

  mountProjectRoute(app, getPayment, deps, async ({ params }, project) => ({
    payment: toWirePayment(await findPayment(store, project, params.payment), now()),
  }))

  mountProjectRoute(app, getPaymentRecord, deps, async ({ params }, project, c) => {
    await requireSecret(deps, project, c)
    return { payment: toOwnPayment(await findPayment(store, project, params.payment), now()) }
  })

  mountProjectRoute(app, getPaymentReceipt, deps, async ({ params }, project) => {
    const receipt = signReceipt(await findPayment(store, project, params.payment), deps.receiptKeys, now())
    if (receipt === undefined) throw new RouteFault('NOT_FOUND')
    return receipt
  })
}
