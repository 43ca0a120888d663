import { randomBytes } from 'node:crypto'
import { createSignIn, type SignIn } from 'latchkey/server'
import type { DevstackDescription } from '../stack/locateDevstack.ts'
import { createTill } from './createTill.ts'
import { createWeather } from './createWeather.ts'

/** The shop's own backend: it signs visitors in, names the visitor of a cookie, and sells. */
export interface ShopBackend {
  /** The routes under `/auth` and `/shop`, and `/account`, which is 401 for strangers (T34). */
  handle(request: Request): Promise<Response>
}

/** Makes the backend of the playground's shop; sessions end with the stack, whose secret is made anew. */
export function createShopBackend(describe: () => DevstackDescription): ShopBackend {
  const secret = randomBytes(32).toString('hex')
  const made = new Map<string, SignIn>()
  const till = createTill(describe)
  const weather = createWeather(describe)

  /** One for each host name of this machine; the port is known when a request comes. */
  function signInAt(origin: string): SignIn {
    const known = made.get(origin)
    if (known) return known
    const { chains, solana, demand } = describe()
    const others = [solana, ...Object.values(demand)].map(({ network }) => network)
    const signIn = createSignIn({
      secret,
      origins: [origin],
      statement: 'Sign in to Fernweh Press.',
      chains: Object.fromEntries([
        ...chains.map(chain => [chain.caipNetworkId, [...chain.rpcUrls.default.http]] as const),
        // Their signatures need no node.
        ...others.map(({ caipNetworkId }) => [caipNetworkId, []] as const),
      ]),
      formats: Object.fromEntries(
        others.flatMap(({ caipNetworkId, format }) => (format ? [[caipNetworkId, format] as const] : [])),
      ),
    })
    made.set(origin, signIn)
    return signIn
  }

  return {
    async handle(request) {
      const { origin, pathname } = new URL(request.url)
      if (pathname === '/shop/weather') return weather.handle(request)
      if (pathname.startsWith('/shop/')) return till.handle(request)
      const signIn = signInAt(origin)
      if (pathname !== '/account') return signIn.handle(request)
      const session = await signIn.getSession(request)
      return session
        ? Response.json({ address: session.address, chainId: session.chainId })
        : Response.json({ error: 'Not signed in' }, { status: 401 })
    },
  }
}
