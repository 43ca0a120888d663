import { oneOf } from '../../core/context/oneOf.ts'
import type { ServicesContext } from '../../core/context/servicesContext.ts'
import { makeChainBook } from '../../data/chains/makeChainBook.ts'
import type { ChainSettings } from '../../data/chains/readChainSettings.ts'
import type { HistorySettings } from '../../data/history/readHistorySettings.ts'
import type { RpcSettings } from '../../data/rpc/readRpcSettings.ts'
import type { AskContext } from '../client/askInTime.ts'
import { makeChainFacts } from '../credits/makeChainFacts.ts'
import { makeReadTransaction } from '../credits/makeReadTransaction.ts'
import { assetOf } from '../credits/resolveAsset.ts'
import { makeOnRampProviders } from './makeOnRampProviders.ts'
import type { OnRampProvider } from './onRampProvider.ts'
import { createOrders, type Orders } from './orders/createOrders.ts'
import { createOrderWatch, type OrderWatch } from './orders/createOrderWatch.ts'
import type { OnRampSettings } from './readOnRampSettings.ts'

/** The settings that orders need. */
export type OrderNeeds = RpcSettings & {
  readonly onRamp: OnRampSettings
  readonly chains: ChainSettings
  readonly history: HistorySettings
}

/** What buying and exchanges stand on together. */
export interface OrderParts {
  readonly providers: readonly OnRampProvider[]
  readonly context: AskContext
  readonly orders: Orders
  readonly watch: OrderWatch
}

/** Makes the one core of orders of a server. */
export function makeOrders(ctx: ServicesContext<OrderNeeds>): OrderParts {
  const { settings, store, clock, now, log, metrics } = ctx
  const { onRamp } = settings
  const book = oneOf(ctx, makeChainBook)
  const providers = oneOf(
    ctx,
    makeProviders,
  )({ settings: onRamp, assetOf: (network, contract) => assetOf(book, network, contract)?.id, clock, now })
  const context = { timeout: onRamp.timeout, clock, log, onUpstream: metrics?.upstream }
  const orders = createOrders({ store, now, lifetime: onRamp.orderLifetime })
  const watch = createOrderWatch({
    orders,
    providers,
    book,
    tokenFacts: oneOf(ctx, makeChainFacts),
    readTransaction: oneOf(ctx, makeReadTransaction),
    context,
    now,
  })
  return { providers, context, orders, watch }
}

/** Makes the providers; a test provides other ones in its place. */
export function makeProviders(_ctx: object): typeof makeOnRampProviders {
  return makeOnRampProviders
}
