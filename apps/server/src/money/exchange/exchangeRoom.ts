import { oneOf } from '../../core/context/oneOf.ts'
import type { Room } from '../../core/context/room.ts'
import { makeChainBook } from '../../data/chains/makeChainBook.ts'
import { makeChainFacts } from '../credits/makeChainFacts.ts'
import { makeOrders, type OrderNeeds } from '../onramp/makeOrders.ts'
import { createExchanges } from './createExchanges.ts'
import { createPaymentReceiver } from './createPaymentReceiver.ts'
import { mountExchange } from './mountExchange.ts'

/** Depositing and paying from exchanges, over the orders of buying. */
export const exchangeRoom: Room<unknown, OrderNeeds> = {
  mount(app, ctx) {
    const { country, exchanges: offered } = ctx.settings.onRamp
    const book = oneOf(ctx, makeChainBook)
    const parts = oneOf(ctx, makeOrders)
    mountExchange(app, {
      ...ctx,
      ...parts,
      book,
      country,
      tokenFacts: oneOf(ctx, makeChainFacts),
      exchanges: createExchanges({ ...parts, book, offered }),
      findReceiver: createPaymentReceiver(ctx),
    })
  },
}
