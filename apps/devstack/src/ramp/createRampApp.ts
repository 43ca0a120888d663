import { timingSafeEqual } from 'node:crypto'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { localOnly } from '../http/localOnly.ts'
import { createRampPrices } from './chain/createRampPrices.ts'
import { listRampAssets } from './quotes/rampAssets.ts'
import type { RampConfig } from './rampConfig.ts'
import { addPropertyRoutes } from './wire/addPropertyRoutes.ts'
import { addQuoteRoute } from './wire/addQuoteRoute.ts'
import { MeldRefusal, refuseAsMeld } from './wire/meldAnswers.ts'

/** Paths of Meld's API: only who has the key may ask. */
const apiPaths = ['/service-providers/*', '/service-providers', '/payments/*', '/crypto/*']

/** The ramp as an app: Meld's API, the pages of its service providers, and the exchange's. */
export function createRampApp(options: {
  config: RampConfig
  url: string
  log: (line: string) => void
}): Hono {
  const { config, url, log } = options
  const assets = listRampAssets(config)
  const pricesOf = createRampPrices(config, () => performance.now())
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
  return app
}
