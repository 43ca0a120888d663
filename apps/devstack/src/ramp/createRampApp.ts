import { timingSafeEqual } from 'node:crypto'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { localOnly } from '../http/localOnly.ts'
import type { ChainPrices } from './chain/createRampPrices.ts'
import type { RampStore } from './orders/openRampStore.ts'
import { addOrderPages } from './pages/addOrderPages.ts'
import type { RampAsset } from './quotes/rampAssets.ts'
import type { RampConfig } from './rampConfig.ts'
import { addPropertyRoutes } from './wire/addPropertyRoutes.ts'
import { addQuoteRoute } from './wire/addQuoteRoute.ts'
import { addSessionRoute } from './wire/addSessionRoute.ts'
import { addTransactionRoutes } from './wire/addTransactionRoutes.ts'
import { MeldRefusal, refuseAsMeld } from './wire/meldAnswers.ts'

/** Paths of Meld's API: only who has the key may ask. */
const apiPaths = ['/service-providers/*', '/service-providers', '/payments/*', '/crypto/*', '/sandbox/*']

/** The ramp as an app: Meld's API, the pages of its service providers, and the exchange's. */
export function createRampApp(options: {
  config: RampConfig
  /** Under which its pages are reached. */
  url: string
  store: RampStore
  assets: readonly RampAsset[]
  pricesOf: (chainId: number) => Promise<ChainPrices>
  /** Milliseconds since the epoch. */
  now: () => number
  /** Makes the ramp look at its orders at once. */
  wake: () => void
  log: (line: string) => void
}): Hono {
  const { config, url, store, assets, pricesOf, now, wake, log } = options
  const app = new Hono()
  app.use(localOnly())
  app.use(bodyLimit({ maxSize: 16_384 }))
  app.use(async (context, next) => {
    await next()
    context.header('cache-control', 'no-store')
    context.header('x-content-type-options', 'nosniff')
  })
  app.notFound(context => refuseAsMeld(context, new MeldRefusal(404, 'NOT_FOUND', 'There is nothing here')))
  app.onError((error, context) => {
    if (error instanceof MeldRefusal) return refuseAsMeld(context, error)
    log(`ramp: ${error.message.split('\n')[0]}`)
    return refuseAsMeld(context, new MeldRefusal(500, 'INTERNAL_SERVER_ERROR', 'The ramp failed'))
  })
  const key = Buffer.from(config.apiKey)
  for (const path of apiPaths) {
    app.use(path, async (context, next) => {
      const [, said = ''] = /^basic (\S{1,200})$/i.exec(context.req.header('authorization') ?? '') ?? []
      const given = Buffer.from(said)
      if (given.length !== key.length || !timingSafeEqual(given, key))
        throw new MeldRefusal(401, 'UNAUTHORIZED', 'The key is wrong')
      await next()
    })
  }
  app.get('/health', context => context.json({ status: 'ok' }))
  addPropertyRoutes(app, { url, assets })
  addQuoteRoute(app, { assets, waits: config.waits, pricesOf })
  addSessionRoute(app, { url, store, assets, pricesOf, now, wake })
  addTransactionRoutes(app, { store, assets })
  addOrderPages(app, { store, assets, waits: config.waits, now, wake })
  return app
}
