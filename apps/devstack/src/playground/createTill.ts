import { randomBytes } from 'node:crypto'
import { developmentSecret, developmentWebhookSecret } from '@latchkey/server'
import { createPayments, verifyWebhook, type WireOwnPayment } from 'latchkey/server'
import { devAccounts } from '../chains/devAccounts.ts'
import { devContracts } from '../contracts/contractPlan.ts'
import { devSolanaAccounts } from '../solana/devSolanaAccounts.ts'
import type { DevstackDescription } from '../stack/locateDevstack.ts'

/** Orders of the shop: each is paid by a payment of the services, and sold when their webhook says so. */
export interface Till {
  /** `GET` and `POST /shop/orders` of one visitor, and `POST /shop/webhook` of the services. */
  handle(request: Request): Promise<Response>
}

/** An order of one print, as its visitor sees it. */
interface Order {
  readonly print: string
  readonly paymentId: string
  /** `sold` by the services' webhook alone: a page can say anything. */
  readonly state: 'open' | 'sold'
  /** Milliseconds since 1970; no payment is begun after it. */
  readonly expiresAt: number
}

/** What prints cost, in whole units. The page has no say in it. */
const prices: Readonly<Record<string, { title: string; eth: string; usdc: string; sol: string }>> = {
  'first-ferry': { title: 'First ferry', eth: '0.05', usdc: '125', sol: '0.8' },
  'upper-hut': { title: 'The upper hut', eth: '0.08', usdc: '200', sol: '1.3' },
  'salt-road': { title: 'Salt road', eth: '0.12', usdc: '300', sol: '2' },
}

/** Where the money goes: public test accounts stand in for the shop's own. */
const till = devAccounts[9]?.address ?? ''
const solanaTill = devSolanaAccounts[8]?.address ?? ''

const paidEvents: readonly string[] = ['payment.paid', 'payment.settled', 'payment.overpaid']
const visitorCookie = 'shop_visitor'
/** Milliseconds that are left for a visitor to pay: below it an order is made anew. */
const least = 60_000

/** Makes the till of the playground's shop; its orders end with the stack. */
export function createTill(describe: () => DevstackDescription): Till {
  /** By visitor, then by print. */
  const orders = new Map<string, Map<string, Order>>()

  async function order(visitor: string, print: string, projectId: string): Promise<Order> {
    const known = orders.get(visitor)?.get(print)
    if (known && (known.state === 'sold' || known.expiresAt > Date.now() + least)) return known
    const price = prices[print]
    const { services, chains, solana } = describe()
    const chain = chains[0]?.caipNetworkId
    const solanaChain = solana.network.caipNetworkId
    const payments = createPayments({ endpoint: services, projectId, secret: developmentSecret })
    const payment = await payments.createPayment({
      accepts: [
        { asset: `${chain}/slip44:60`, amount: price?.eth, recipient: `${chain}:${till}` },
        { asset: `${chain}/erc20:${devContracts.usdc}`, amount: price?.usdc, recipient: `${chain}:${till}` },
        {
          asset: `${solanaChain}/slip44:501`,
          amount: price?.sol,
          recipient: `${solanaChain}:${solanaTill}`,
        },
      ] as WireOwnPayment['accepts'],
      description: `“${price?.title}”, a print`,
      metadata: { visitor, print },
    })
    const made = { print, paymentId: payment.id, state: 'open', expiresAt: payment.expiresAt ?? 0 } as const
    keep(visitor, made)
    return made
  }

  function keep(visitor: string, made: Order): void {
    const own = orders.get(visitor) ?? new Map<string, Order>()
    orders.set(visitor, own.set(made.print, made))
  }

  async function post(request: Request): Promise<Response> {
    const isJson = request.headers.get('content-type')?.startsWith('application/json')
    const { print, projectId } = isJson ? await readJson(request) : {}
    const { projectId: own, signInProjectId, loginProjectId } = describe()
    const isKnown = typeof print === 'string' && Object.hasOwn(prices, print)
    if (
      !isKnown ||
      typeof projectId !== 'string' ||
      ![own, signInProjectId, loginProjectId].includes(projectId)
    )
      return Response.json({ error: 'There is no such print in this shop.' }, { status: 400 })
    const visitor = visitorOf(request) ?? randomBytes(16).toString('hex')
    try {
      const made = await order(visitor, print, projectId)
      // Read by the page, too: without it there is nothing to ask for.
      const cookie = `${visitorCookie}=${visitor}; Path=/; SameSite=Lax`
      return Response.json({ order: made }, { headers: { 'set-cookie': cookie } })
    } catch {
      return Response.json({ error: 'The payment could not be made. Try again.' }, { status: 502 })
    }
  }

  async function hear(request: Request): Promise<Response> {
    const body = await request.text()
    const verdict = verifyWebhook({ headers: request.headers, body, secret: developmentWebhookSecret })
    if (!verdict.valid) return new Response(null, { status: 401 })
    const { type, data } = verdict.event
    const { visitor, print } = data.payment.metadata ?? {}
    // Payments of others of this machine have the same webhook.
    if (visitor !== undefined && print !== undefined && paidEvents.includes(type)) {
      const { id: paymentId, expiresAt } = data.payment
      keep(visitor, { print, paymentId, state: 'sold', expiresAt: expiresAt ?? 0 })
    }
    return new Response(null, { status: 204 })
  }

  return {
    async handle(request) {
      const { pathname } = new URL(request.url)
      const asked = `${request.method} ${pathname}`
      if (asked === 'POST /shop/webhook') return hear(request)
      if (asked === 'POST /shop/orders') return post(request)
      if (asked !== 'GET /shop/orders') return new Response(null, { status: 404 })
      const own = orders.get(visitorOf(request) ?? '')
      return Response.json({ orders: [...(own?.values() ?? [])] })
    },
  }
}

function visitorOf(request: Request): string | undefined {
  return new RegExp(`(?:^|; )${visitorCookie}=([0-9a-f]{32})(?:;|$)`).exec(
    request.headers.get('cookie') ?? '',
  )?.[1]
}

async function readJson(request: Request): Promise<Record<string, unknown>> {
  const value: unknown = await request.json().catch(() => undefined)
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
