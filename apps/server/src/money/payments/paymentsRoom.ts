import { oneOf } from '../../core/context/oneOf.ts'
import type { Room } from '../../core/context/room.ts'
import { byMachine } from '../../data/chains/byMachine.ts'
import { createTokenFacts } from '../../data/chains/createTokenFacts.ts'
import { makeChainBook } from '../../data/chains/makeChainBook.ts'
import type { ChainSettings } from '../../data/chains/readChainSettings.ts'
import type { HistorySettings } from '../../data/history/readHistorySettings.ts'
import { makePriceBook } from '../../data/price/makePriceBook.ts'
import type { PriceSettings } from '../../data/price/readPriceSettings.ts'
import { makeRpcProxy } from '../../data/rpc/makeRpcProxy.ts'
import type { RpcSettings } from '../../data/rpc/readRpcSettings.ts'
import { createMintFacts } from '../../data/svm/createMintFacts.ts'
import { makeMintReader } from '../../data/svm/makeMintReader.ts'
import { createReceivers } from './createReceivers.ts'
import { paymentsMigration } from './migration.ts'
import { mountPayments } from './mountPayments.ts'
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
    const { settings, store, clock } = ctx
    const book = oneOf(ctx, makeChainBook)
    const proxy = oneOf(ctx, makeRpcProxy)
    // Symbol and decimals by the chain itself: a wrong number in a list would be a wrong price.
    const unlisted = { ...book, token: () => undefined }
    const { spamTokens } = settings.history
    const tokenFacts = byMachine({
      evm: createTokenFacts({ proxy, book: unlisted, spamTokens, clock }),
      svm: createMintFacts({ readMints: oneOf(ctx, makeMintReader), book: unlisted, spamTokens }),
    })
    mountPayments(app, {
      ...ctx,
      book,
      proxy,
      tokenFacts,
      prices: oneOf(ctx, makePriceBook),
      isReceiver: createReceivers({
        store,
        recipients: settings.payments.recipients,
        development: settings.development,
      }),
      rateLock: settings.payments.rateLock,
    })
  },
}
