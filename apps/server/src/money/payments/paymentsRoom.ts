import { oneOf } from '../../core/context/oneOf.ts'
import type { Room } from '../../core/context/room.ts'
import { repeat } from '../../core/scale/repeat.ts'
import { makeChainBook } from '../../data/chains/makeChainBook.ts'
import type { ChainSettings } from '../../data/chains/readChainSettings.ts'
import { developmentKey } from '../../data/directory/developmentKey.ts'
import { makeDirectoryKeys } from '../../data/directory/makeDirectoryKeys.ts'
import { signingKey } from '../../data/directory/readDirectorySettings.ts'
import type { HistorySettings } from '../../data/history/readHistorySettings.ts'
import { makePriceBook } from '../../data/price/makePriceBook.ts'
import type { PriceSettings } from '../../data/price/readPriceSettings.ts'
import { makeRpcProxy } from '../../data/rpc/makeRpcProxy.ts'
import type { RpcSettings } from '../../data/rpc/readRpcSettings.ts'
import { makeMintReader } from '../../data/svm/makeMintReader.ts'
import { makeChainFacts } from '../credits/makeChainFacts.ts'
import { createReceivers } from './createReceivers.ts'
import { forgetDeliveries } from './forgetDeliveries.ts'
import { makePayments } from './makePayments.ts'
import { makeSender } from './makeSender.ts'
import { paymentsMigration } from './migration.ts'
import { mountDeliveries } from './mountDeliveries.ts'
import { mountPayments } from './mountPayments.ts'
import { mountRefunds } from './mountRefunds.ts'
import { mountTransactions } from './mountTransactions.ts'
import { type PaymentsSettings, readPaymentsSettings } from './readPaymentsSettings.ts'
import { seedDevelopmentWebhook } from './seedDevelopmentWebhook.ts'

type Needs = RpcSettings & {
  readonly payments: PaymentsSettings
  readonly chains: ChainSettings
  readonly prices: PriceSettings
  readonly history: HistorySettings
}

/** Payments to a project: made by its backend, found on the chains, told by signed messages. */
export const paymentsRoom: Room<{ readonly payments: PaymentsSettings }, Needs> = {
  settings: read => ({ payments: readPaymentsSettings(read) }),
  check: ({ development, payments }) =>
    payments.developmentWebhook !== undefined && !development
      ? ['PAYMENTS_DEV_WEBHOOK needs LATCHKEY_DEV=1: set webhooks of projects by command']
      : [],
  migrations: [paymentsMigration],
  async open({ settings, store, now }) {
    const { developmentWebhook } = settings.payments
    if (developmentWebhook !== undefined) await seedDevelopmentWebhook(store, developmentWebhook, now())
  },
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
      readMints: oneOf(ctx, makeMintReader),
      prices: oneOf(ctx, makePriceBook),
      isReceiver: createReceivers({
        store,
        recipients: settings.payments.recipients,
        development: settings.development,
      }),
      rateLock: settings.payments.rateLock,
      receiptKeys: {
        keys: oneOf(ctx, makeDirectoryKeys),
        developmentKeys: { key: signingKey(developmentKey) },
      },
    })
    mountTransactions(app, { ...ctx, ...payments })
    mountRefunds(app, { ...ctx, ...payments, proxy })
    mountDeliveries(app, ctx)
  },
  sweep: ctx => ({
    payments: term => repeat(term, ctx.settings.payments.poll, oneOf(ctx, makePayments).watch),
    'payment webhooks': term => repeat(term, sendEvery, oneOf(ctx, makeSender)),
    'payment log': term => repeat(term, forgetEvery, () => forgetDeliveries(ctx.store, ctx.now(), term)),
  }),
}

/** Milliseconds between two looks at messages that are due, and at old ones. */
const sendEvery = 500
const forgetEvery = 3_600_000
