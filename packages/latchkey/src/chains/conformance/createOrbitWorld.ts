/** All that surrounds a page on the namespace `orbit`: a wallet, a node, services, and a backend that signs visitors in. */
import { createSimulatedNamespace, type SimulatedNamespace, testAddresses } from '@latchkey/testing'

const [own = '', friend = ''] = testAddresses

/** Two tokens whose addresses differ in the case of one letter, and the id of whatever the wallet sends. */
export const orbitIds = {
  own,
  friend,
  real: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
  imitation: 'EPjFWdd5aufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
  moved: '5wHu1qwD7q5ifaN5nwdcDqNFo53GJqa7nLp2BeeEpcHC',
} as const

export interface OrbitWorld {
  readonly wallet: SimulatedNamespace
  /** The orders that were sent, oldest first. */
  readonly orders: readonly unknown[]
  /** The messages and signatures that the backend got to verify. */
  readonly verified: readonly { readonly message: string; readonly signature: string }[]
  /** Replaces the page's own. */
  fetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response>
}

/** Makes it; nothing of it is on a network. */
export function createOrbitWorld(): OrbitWorld {
  const orders: unknown[] = []
  const verified: { message: string; signature: string }[] = []
  const wallet = createSimulatedNamespace({
    name: 'Comet',
    namespace: 'orbit',
    memory: false,
    submit: async order => {
      orders.push(order)
      return orbitIds.moved
    },
  })

  async function backend(request: Request, path: string): Promise<Response> {
    if (path === '/auth/nonce') {
      return Response.json({ nonce: 'abcdefgh12345678', issuedAt: new Date().toISOString() })
    }
    if (path === '/auth/verify') {
      verified.push(await request.json())
      return Response.json({})
    }
    const session = { address: own, chainId: 'orbit:main', domain: '', issuedAt: '', expiresAt: '' }
    return Response.json({ sessions: verified.length > 0 ? [session] : [] })
  }

  return {
    wallet,
    orders,
    verified,
    async fetch(input, init) {
      const request = new Request(input, init)
      const { host, pathname } = new URL(request.url)
      if (host === 'rpc.orbit.example') {
        const asked = await request.json()
        return Response.json(Array.isArray(asked) ? asked.map(answer) : answer(asked))
      }
      if (host === 'host.example') return backend(request, pathname)
      if (pathname === '/v1/supported-chains') return Response.json({ http: ['orbit:main'], ws: [] })
      if (pathname === `/v1/account/${own}/balance`) return Response.json({ balances })
      if (pathname === `/v1/account/${own}/history`) return Response.json({ data: [], next: null })
      if (pathname.startsWith('/v1/identity/')) return Response.json({ name: null, avatar: null })
      return new Response(null, { status: 404 })
    },
  }
}

const results: Readonly<Record<string, string>> = {
  orbit_balance: '2500000000',
  orbit_fee: '5000',
  orbit_sequence: '7',
  orbit_status: 'done',
}

function answer({ id, method }: { readonly id: number; readonly method: string }) {
  return { jsonrpc: '2.0', id, result: results[method] }
}

const token = (name: string, symbol: string, numeric: string, address?: string) => ({
  name,
  symbol,
  chainId: 'orbit:main',
  ...(address !== undefined && { address }),
  price: null,
  value: null,
  quantity: { decimals: address === undefined ? '9' : '6', numeric },
  iconUrl: null,
})

const balances = [
  token('Orb', 'ORB', '2.5'),
  token('False Dollar', 'FALSE', '900', orbitIds.imitation),
  token('True Dollar', 'TRUE', '40', orbitIds.real),
]
