import { oneOf } from '../../core/context/oneOf.ts'
import type { Room } from '../../core/context/room.ts'
import { makeChainBook } from '../../data/chains/makeChainBook.ts'
import { makeDirectoryKeys } from '../../data/directory/makeDirectoryKeys.ts'
import { makeChainFacts } from '../credits/makeChainFacts.ts'
import { createRampOptions } from './createRampOptions.ts'
import { createRampQuotes } from './createRampQuotes.ts'
import { createRampSeal } from './createRampSeal.ts'
import { makeOrders, type OrderNeeds } from './makeOrders.ts'
import { mountOnRamp } from './mountOnRamp.ts'
import { mountWebhooks } from './mountWebhooks.ts'
import { orderMigration } from './orders/migration.ts'
import { sweepOrders } from './orders/sweepOrders.ts'
import { type OnRampSettings, readOnRampSettings } from './readOnRampSettings.ts'

type Needs = OrderNeeds & { readonly signIn: { readonly publicUrls: readonly string[] } }

/** Buying with fiat money: options, quotes, orders, and what providers report of them. */
export const onRampRoom: Room<{ readonly onRamp: OnRampSettings }, Needs> = {
  settings: read => ({ onRamp: readOnRampSettings(read) }),
  secrets: ({ onRamp: { meld, coinbase, moonpay } }) => [
    ...[meld, coinbase, moonpay].flatMap(({ key, webhookSecret }) => [key, webhookSecret]),
    coinbase.keyId,
    moonpay.secret,
  ],
  migrations: [orderMigration],
  mount(app, ctx) {
    const { settings, now } = ctx
    const { country } = settings.onRamp
    const book = oneOf(ctx, makeChainBook)
    const parts = oneOf(ctx, makeOrders)
    const { providers, context } = parts
    const seal = createRampSeal({ key: oneOf(ctx, makeDirectoryKeys).key, now })
    mountOnRamp(app, {
      ...ctx,
      ...parts,
      book,
      seal,
      country,
      readOptions: createRampOptions({ providers, book, tokenFacts: oneOf(ctx, makeChainFacts), context }),
      askQuotes: createRampQuotes({ context, seal, now }),
    })
    mountWebhooks(app, {
      ...ctx,
      ...parts,
      publicUrls: settings.signIn.publicUrls,
      limiter: ctx.limiter({ name: 'refused webhooks', ...refusedRate, whenDown: 'open' }),
    })
  },
  sweep: ctx => ({ orders: term => sweepOrders({ ...ctx, ...oneOf(ctx, makeOrders) }, term) }),
}

/** Refused webhooks of one client: a provider with a wrong secret sends some, a stranger would send many. */
const refusedRate = { perSecond: 2, burst: 200 } as const
