import type { Hono } from 'hono'
import { getFarcasterChannel, postFarcasterAnswer, postFarcasterBegin } from 'latchkey/services'
import type { AppContext, AppTypes } from '../../../core/http/appTypes.ts'
import { mountProjectRoute, mountRoute } from '../../../core/http/mountRoute.ts'
import { RouteFault } from '../../../core/http/routeFault.ts'
import type { RateLimiter } from '../../../core/scale/shared.ts'
import { chainNumber } from '../../../data/namespaces/namespaces.ts'
import { notifyFlow } from '../../login/createFlowWatch.ts'
import { createLoginCalls, walletPages } from '../../login/loginCalls.ts'
import { beginFlow } from '../beginFlow.ts'
import type { SocialDeps } from '../mountSocial.ts'
import { farcaster as provider } from './createFarcaster.ts'
import type { FarcasterSettings } from './readFarcasterSettings.ts'

/** Mounts GET_FARCASTER_URI, and the channel of the visitor's app; CONNECT_FARCASTER is the poll of every provider. */
export function mountFarcaster(
  app: Hono<AppTypes>,
  deps: SocialDeps & {
    readonly settings: FarcasterSettings | undefined
    /** Calls of apps; it refuses while it cannot count. */
    readonly channelLimiter: RateLimiter
  },
): void {
  const { farcaster, settings, social, channelLimiter, clientAddress, shared, log } = deps
  const calls = createLoginCalls(deps)

  mountProjectRoute(
    app,
    postFarcasterBegin,
    { ...deps, rules: walletPages },
    async ({ body }, project, c) => {
      await calls.admit(c)
      const isOffered = farcaster !== undefined
      const row = await beginFlow(deps, calls, c, { project, provider, isOffered, body })
      return {
        flow: row.flow,
        // The question comes before the app: nothing leads back from there (S2).
        url: `${social.walletOrigin}/social/${row.flow}`,
        match: row.match_number,
        expiresAt: new Date(row.expires_at).toISOString(),
      }
    },
  )

  // Any app may ask: the data is for holders of the channel's token.
  app.use('/v1/channel/*', async (c, next) => {
    c.header('Access-Control-Allow-Origin', '*')
    c.header('Cache-Control', 'no-store')
    await next()
  })
  for (const { path, method } of [getFarcasterChannel, postFarcasterAnswer])
    app.options(path, c => {
      c.header('Access-Control-Allow-Methods', method)
      c.header('Access-Control-Allow-Headers', 'Authorization, Content-Type')
      c.header('Access-Control-Max-Age', '600')
      return c.body(null, 204)
    })

  mountRoute(app, getFarcasterChannel, deps, async (_request, c) => {
    const token = await tokenOf(c)
    const question = await farcaster?.describe(token)
    if (question === undefined || settings === undefined) throw new RouteFault('SIGN_IN_INVALID')
    const { acceptAuthAddress, ...params } = question
    const chainId = Number(chainNumber(settings.chain))
    return {
      state: 'pending' as const,
      nonce: params.nonce,
      acceptAuthAddress,
      signatureParams: { ...params, chainId },
    }
  })

  mountRoute(app, postFarcasterAnswer, deps, async ({ body }, c) => {
    const token = await tokenOf(c)
    const result = (await farcaster?.answer(token, body)) ?? { refusal: 'off' }
    if ('refusal' in result) {
      log.info({ provider, refusal: result.refusal }, 'social login failed')
      if (result.refusal === 'unreachable') throw new RouteFault('APKT009', { status: 503, retryAfter: 5 })
      throw new RouteFault('SIGN_IN_INVALID')
    }
    await notifyFlow(shared, result.flow)
    return { state: 'completed' as const }
  })

  /** @throws RouteFault APKT010, SIGN_IN_INVALID */
  async function tokenOf(c: AppContext): Promise<string> {
    const wait = await channelLimiter(clientAddress(c), 1)
    if (wait > 0) throw new RouteFault('APKT010', { retryAfter: wait })
    const [, token] = /^Bearer ([A-Za-z0-9_-]{43})$/i.exec(c.req.header('authorization') ?? '') ?? []
    if (token === undefined) throw new RouteFault('SIGN_IN_INVALID')
    return token
  }
}
