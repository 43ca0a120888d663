import type { Hono } from 'hono'
import { rampAccountId } from '../hooks/planDeliveries.ts'
import type { RampStore } from '../orders/openRampStore.ts'
import { meldStatuses, type RampOrder } from '../orders/rampOrder.ts'
import type { RampAsset } from '../quotes/rampAssets.ts'
import { exactNumber } from './exactNumber.ts'
import { MeldRefusal, readList } from './meldAnswers.ts'
import type { MeldTransaction } from './rampWire.ts'

/** Adds what Meld tells of transactions, and what the webhook was sent, for tests. */
export function addTransactionRoutes(
  app: Hono,
  { store, assets }: { store: RampStore; assets: readonly RampAsset[] },
): void {
  /** Only opened orders are transactions. */
  function find(by: Parameters<RampStore['findOrder']>[0], value: string): MeldTransaction[] {
    const order = store.findOrder(by, value)
    return order === undefined || order.state === 'created' ? [] : [describe(order)]
  }

  function describe(order: RampOrder): MeldTransaction {
    const asset = assets.find(({ code }) => code === order.asset)
    const fees = [order.transactionFee, order.networkFee].map(text => exactNumber(text))
    const [transactionFee = 0, networkFee = 0] = fees
    return {
      id: order.transactionId,
      sessionId: order.id,
      accountId: rampAccountId,
      customerId: order.customerId,
      externalCustomerId: order.externalCustomerId,
      externalSessionId: order.externalSessionId,
      transactionType: order.kind === 'BUY' ? 'CRYPTO_PURCHASE' : 'CRYPTO_TRANSFER',
      status: meldStatuses[order.state],
      statusReason: order.reason,
      sourceAmount: order.sourceAmount === null ? null : exactNumber(order.sourceAmount),
      sourceCurrencyCode: order.sourceCurrency,
      destinationAmount: order.amount === null ? null : exactNumber(order.amount),
      destinationCurrencyCode: order.asset,
      paymentMethodType: order.method,
      serviceProvider: order.service,
      serviceTransactionId: order.transactionId,
      countryCode: order.country,
      cryptoDetails: {
        destinationWalletAddress: order.wallet,
        sessionWalletAddress: order.wallet,
        networkFee,
        transactionFee,
        partnerFee: 0,
        blockchainTransactionId: store.findPayout(order.id)?.hash ?? null,
        chainId: String(asset?.chain.chainId ?? ''),
      },
      createdAt: new Date(order.createdAt).toISOString(),
      updatedAt: new Date(order.updatedAt).toISOString(),
    }
  }

  const only = ([transaction]: MeldTransaction[]) => {
    if (transaction) return { transaction }
    throw new MeldRefusal(404, 'NOT_FOUND', 'There is no such transaction')
  }
  app.get('/payments/transactions/sessions/:id', context =>
    context.json(only(find('id', context.req.param('id')))),
  )
  app.get('/payments/transactions/:id', context =>
    context.json(only(find('transactionId', context.req.param('id')))),
  )
  app.get('/payments/transactions', context => {
    const sessions = [
      ...(readList(context, 'externalSessionIds') ?? []).flatMap(id => find('externalSessionId', id)),
      ...(readList(context, 'sessionIds') ?? []).flatMap(id => find('id', id)),
    ]
    return context.json({ transactions: sessions, count: sessions.length })
  })
  app.get('/sandbox/deliveries/:session', context =>
    context.json(store.listDeliveries(context.req.param('session'))),
  )
}
