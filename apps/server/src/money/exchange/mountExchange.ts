import type { Hono } from 'hono'
import { addressOf, networkIdOf } from 'latchkey/contract'
import {
  getExchangeAssets,
  getExchangeOrder,
  getExchanges,
  postExchangeOrder,
  type WireExchangeAsset,
} from 'latchkey/services'
import type { AppContext, AppTypes } from '../../core/http/appTypes.ts'
import type { Gate } from '../../core/http/gate.ts'
import { mountProjectRoute } from '../../core/http/mountRoute.ts'
import { RouteFault } from '../../core/http/routeFault.ts'
import type { ChainBook } from '../../data/chains/createChainBook.ts'
import type { ReadTokenFacts } from '../../data/chains/createTokenFacts.ts'
import { toIconUrl } from '../../data/chains/toIconUrl.ts'
import { addressKey, chainAddress } from '../../data/namespaces/namespaces.ts'
import type { AskContext } from '../client/askInTime.ts'
import { compareDecimals } from '../client/compareDecimals.ts'
import { invalid } from '../convert/createConvert.ts'
import { readAssetFacts } from '../credits/readAssetFacts.ts'
import { type MoneyAsset, resolveAsset } from '../credits/resolveAsset.ts'
import { checkRedirect } from '../onramp/checkRedirect.ts'
import { clientIp } from '../onramp/clientIp.ts'
import { digestOf, toRouteFault } from '../onramp/mountOnRamp.ts'
import { OnRampFault } from '../onramp/onRampProvider.ts'
import type { Orders } from '../onramp/orders/createOrders.ts'
import type { OrderWatch } from '../onramp/orders/createOrderWatch.ts'
import { openOrder } from '../onramp/orders/openOrder.ts'
import { toWireOrder } from '../onramp/orders/orderRow.ts'
import type { Exchanges } from './createExchanges.ts'
import type { FindPaymentReceiver } from './createPaymentReceiver.ts'

/** Assets of a network that the wire takes. */
const mostAssets = 64

/** Mounts depositing and paying from an exchange (reference money §3). */
export function mountExchange(
  app: Hono<AppTypes>,
  deps: {
    readonly gate: Gate
    readonly bodyLimit: number
    readonly clientAddress: (c: AppContext) => string
    readonly now: () => number
    readonly book: ChainBook
    readonly tokenFacts: ReadTokenFacts
    readonly exchanges: Exchanges
    readonly findReceiver: FindPaymentReceiver
    readonly orders: Orders
    readonly watch: OrderWatch
    readonly context: AskContext
    /** Where visitors are who did not say it. */
    readonly country: string | undefined
  },
): void {
  const { clientAddress, book, exchanges, findReceiver, orders, watch } = deps

  mountProjectRoute(app, getExchangeAssets, deps, async ({ query }) => {
    const all = await exchanges.assets(query.country ?? deps.country)
    const there = all.filter(({ chain }) => chain.id === query.network)
    // The network's own currency comes first.
    const sorted = [
      ...there.filter(each => each.contract === null),
      ...there.filter(each => each.contract !== null),
    ]
    const described = await Promise.all(sorted.slice(0, mostAssets).map(asset => describe(asset)))
    return { assets: described.filter(each => each !== undefined) }
  })

  async function describe(asset: MoneyAsset): Promise<WireExchangeAsset | undefined> {
    const facts = await readAssetFacts(deps, asset).catch(() => undefined)
    if (facts === undefined) return undefined
    const { name, symbol, decimals, isListed } = facts
    return { asset: asset.id, name, symbol, decimals, iconUrl: isListed ? toIconUrl(symbol) : null }
  }

  mountProjectRoute(app, getExchanges, deps, async ({ query }) => {
    const asset = resolveAsset(book, query.asset)
    if (asset === undefined) return { exchanges: [] }
    const found = await exchanges.find(asset, query.country ?? deps.country)
    const { amount } = query
    return {
      exchanges: found
        .filter(({ wire }) => amount === undefined || refusalOf(wire, amount) === undefined)
        .map(({ wire }) => wire),
    }
  })

  /** The account that an order is for: the payment's receiver and no other, or the account that the page has connected. */
  async function recipientOf(
    project: string,
    asset: MoneyAsset,
    {
      recipient,
      payment,
    }: { readonly recipient: Parameters<typeof addressOf>[0]; readonly payment: string | undefined },
  ): Promise<string> {
    const isThere = networkIdOf(recipient) === asset.chain.id
    const address = isThere ? chainAddress(asset.chain.id, addressOf(recipient)) : undefined
    if (address === undefined) throw invalid('recipient', "an account on the asset's network")
    if (payment === undefined) return address
    const receiver = await findReceiver({ project, id: payment, asset })
    if (receiver === undefined) throw new RouteFault('NOT_FOUND')
    if (addressKey(asset.chain.id, receiver) !== addressKey(asset.chain.id, address))
      throw invalid('recipient', "the payment's receiver")
    return address
  }

  mountProjectRoute(
    app,
    postExchangeOrder,
    { ...deps, rules: { audience: 'pages' } },
    async ({ params, body }, project, c) => {
      const country = body.country ?? deps.country
      const asset = resolveAsset(book, body.asset)
      const found = asset && (await exchanges.find(asset, country)).find(({ wire }) => wire.id === params.id)
      if (asset === undefined || found === undefined) throw new RouteFault('EXCHANGE_UNSUPPORTED')
      const { provider, offer, wire } = found
      const { amount } = body
      if (amount === undefined && (!wire.asksAmount || body.payment !== undefined))
        throw invalid('amount', 'an amount')
      if (amount !== undefined && /^[0.]+$/.test(amount)) throw invalid('amount', 'more than zero')
      const refusal = amount === undefined ? undefined : refusalOf(wire, amount)
      if (refusal !== undefined) throw toRouteFault('EXCHANGE_FAILED', new OnRampFault(refusal))
      const recipient = await recipientOf(project.id, asset, {
        recipient: body.recipient,
        payment: body.payment,
      })
      const redirectUrl = checkRedirect(project, body.redirectUrl)
      try {
        const begun = await orders.begin({
          project: project.id,
          idempotencyKey: body.idempotencyKey,
          digest: digestOf([
            wire.id,
            asset.id,
            amount ?? null,
            recipient,
            body.payment ?? null,
            redirectUrl ?? null,
          ]),
          kind: 'exchange',
          provider: provider.id,
          providerName: wire.name,
          asset,
          recipient,
          fiat: null,
          expected: amount ?? null,
          payment: body.payment ?? null,
        })
        return await openOrder(deps, begun, {
          provider,
          asset,
          open: signal =>
            provider.exchange === undefined
              ? Promise.reject(new OnRampFault('unavailable'))
              : provider.exchange.open(
                  {
                    id: begun.id,
                    customer: begun.customer,
                    exchange: offer.id,
                    asset: asset.id,
                    amount,
                    recipient,
                    country,
                    redirectUrl,
                    clientIp: clientIp(clientAddress(c)),
                  },
                  signal,
                ),
        })
      } catch (error) {
        if (error instanceof OnRampFault) throw toRouteFault('EXCHANGE_FAILED', error)
        throw error
      }
    },
  )

  mountProjectRoute(app, getExchangeOrder, deps, async ({ params }, project) => {
    const where = { id: params.order, project: project.id, kind: 'exchange' } as const
    if ((await orders.find(where)) === undefined) throw new RouteFault('NOT_FOUND')
    await watch.look(params.order)
    const row = await orders.find(where)
    if (row === undefined) throw new RouteFault('NOT_FOUND')
    return { order: toWireOrder(row) }
  })
}

function refusalOf(
  { minimum, maximum }: { readonly minimum: string | null; readonly maximum: string | null },
  amount: string,
): 'too-small' | 'too-large' | undefined {
  if (minimum !== null && compareDecimals(amount, minimum) < 0) return 'too-small'
  return maximum !== null && compareDecimals(amount, maximum) > 0 ? 'too-large' : undefined
}
