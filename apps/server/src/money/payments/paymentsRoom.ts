import { oneOf } from '../../core/context/oneOf.ts'
import type { Room } from '../../core/context/room.ts'
import { repeat } from '../../core/scale/repeat.ts'
import { makeChainBook } from '../../data/chains/makeChainBook.ts'
import type { ChainSettings } from '../../data/chains/readChainSettings.ts'
import type { HistorySettings } from '../../data/history/readHistorySettings.ts'
import { makePriceBook } from '../../data/price/makePriceBook.ts'
import type { PriceSettings } from '../../data/price/readPriceSettings.ts'
import { makeRpcProxy } from '../../data/rpc/makeRpcProxy.ts'
import type { RpcSettings } from '../../data/rpc/readRpcSettings.ts'
import { makeChainFacts } from '../credits/makeChainFacts.ts'
import { createReceivers } from './createReceivers.ts'
import { makePayments } from './makePayments.ts'
import { paymentsMigration } from './migration.ts'
import { mountPayments } from './mountPayments.ts'
import { mountTransactions } from './mountTransactions.ts'
import { type PaymentsSettings, readPaymentsSettings } from './readPaymentsSettings.ts'

type Needs = RpcSettings & {
  readonly payments: PaymentsSettings
  readonly chains: ChainSettings
  readonly prices: PriceSettings
  readonly history: HistorySettings
}

/** Payments to a project: made by its backend, found on the chains, told by signed messages. */
export const paymentsRoom: Room<{ readonly payments: PaymentsSettings }, Needs> = {
  settings: read => ({ payments: readPaymentsSettings(read) }),
  migrations: [paymentsMigration],
  mount(app, ctx) {
    const { settings, store } = ctx
    const book = oneOf(ctx, makeChainBook)
    const proxy = oneOf(ctx, makeRpcProxy)
    const payments = oneOf(ctx, makePayments)
    mountPayments(app, {
      ...ctx,
      book,
      proxy,
      tokenFacts: oneOf(ctx, makeChainFacts),
      prices: oneOf(ctx, makePriceBook),
      isReceiver: createReceivers({
        store,
        recipients: settings.payments.recipients,
        development: settings.development,
      }),
      rateLock: settings.payments.rateLock,
    })
    mountTransactions(app, { ...ctx, ...payments })
  },
  sweep: ctx => ({
    payments: term => repeat(term, ctx.settings.payments.poll, oneOf(ctx, makePayments).watch),
  }),
}
