import { createHash } from 'node:crypto'
import type { Hono } from 'hono'
import { addressOf, networkIdOf } from 'latchkey/contract'
import { getOnRampOptions, getOnRampOrder, postOnRampQuote, postOnRampUrl } from 'latchkey/services'
import type { AppContext, AppTypes } from '../../core/http/appTypes.ts'
import type { Gate } from '../../core/http/gate.ts'
import { mountProjectRoute } from '../../core/http/mountRoute.ts'
import { RouteFault } from '../../core/http/routeFault.ts'
import type { ChainBook } from '../../data/chains/createChainBook.ts'
import { chainAddress } from '../../data/namespaces/namespaces.ts'
import type { AskContext } from '../client/askInTime.ts'
import { invalid } from '../convert/createConvert.ts'
import { resolveAsset } from '../credits/resolveAsset.ts'
import { checkRedirect } from './checkRedirect.ts'
import { clientIp } from './clientIp.ts'
import type { ReadRampOptions } from './createRampOptions.ts'
import type { AskRampQuotes } from './createRampQuotes.ts'
import type { RampSeal } from './createRampSeal.ts'
import { OnRampFault, type OnRampProvider } from './onRampProvider.ts'
import type { Orders } from './orders/createOrders.ts'
import type { OrderWatch } from './orders/createOrderWatch.ts'
import { openOrder } from './orders/openOrder.ts'
import { toWireOrder } from './orders/orderRow.ts'

/** Mounts buying with fiat money (SPEC §7 "onramp"). */
export function mountOnRamp(
  app: Hono<AppTypes>,
  deps: {
    readonly gate: Gate
    readonly bodyLimit: number
    readonly clientAddress: (c: AppContext) => string
    readonly now: () => number
    readonly providers: readonly OnRampProvider[]
    readonly book: ChainBook
    readonly readOptions: ReadRampOptions
    readonly askQuotes: AskRampQuotes
    readonly seal: RampSeal
    readonly orders: Orders
    readonly watch: OrderWatch
    readonly context: AskContext
    /** Where visitors are who did not say it. */
    readonly country: string | undefined
  },
): void {
  const { gate, clientAddress, providers, book, readOptions, askQuotes, seal, orders, watch } = deps

  mountProjectRoute(app, getOnRampOptions, deps, async ({ query }) => {
    const country = query.country ?? deps.country
    const { countries, purchase, payment } = await readOptions(country)
    return {
      country: country ?? null,
      countries: [...countries],
      purchaseCurrencies: [...purchase],
      paymentCurrencies: [...payment],
      providers: providers
        .filter(({ ramp }) => ramp !== undefined)
        .slice(0, 16)
        .map(({ id, name, feeRange }) => ({
          id,
          name,
          feeRange: feeRange === undefined ? null : ([...feeRange] as [string, string]),
        })),
    }
  })

  mountProjectRoute(app, postOnRampQuote, deps, async ({ body }, project, c) => {
    const country = body.country ?? deps.country
    const { purchase, sellers } = await readOptions(country)
    const currency = purchase.find(({ id }) => id === body.purchaseCurrency)
    const network = currency?.networks.find(({ chain_id }) => chain_id === body.network)
    const selling = network && sellers.get(network.asset)
    // Never on another network instead (reference money §2.2).
    if (currency === undefined || network === undefined || selling === undefined)
      throw new RouteFault('ONRAMP_UNSUPPORTED')
    const recipient = body.address === undefined ? undefined : chainAddress(body.network, body.address)
    if (body.address !== undefined && recipient === undefined)
      throw invalid('address', "an address of the network's")
    if (/^[0.]+$/.test(body.amount)) throw invalid('amount', 'more than zero')
    if (selling.length > 1) await gate.charge(c, project, selling.length - 1)
    return askQuotes(
      {
        project: project.id,
        asset: network.asset,
        symbol: currency.symbol,
        paid: { currency: body.paymentCurrency, amount: body.amount },
        country,
        method: body.method,
        recipient,
      },
      selling,
    )
  })

  mountProjectRoute(
    app,
    postOnRampUrl,
    { ...deps, rules: { audience: 'pages' } },
    async ({ body }, project, c) => {
      const quote = seal.open(project.id, body.quoteId)
      const asset = resolveAsset(book, quote.asset)
      const provider = providers.find(({ id }) => id === quote.provider)
      const { ramp } = provider ?? {}
      if (asset === undefined || provider === undefined || ramp === undefined)
        throw new RouteFault('ONRAMP_UNSUPPORTED')
      const [wallet] = body.destinationWallets
      if (body.defaultNetwork !== asset.chain.id) throw invalid('defaultNetwork', "the quote's")
      const isThere = wallet !== undefined && networkIdOf(wallet) === asset.chain.id
      const recipient = isThere ? chainAddress(asset.chain.id, addressOf(wallet)) : undefined
      if (recipient === undefined) throw invalid('destinationWallets', "an account on the quote's network")
      if (body.presetFiatAmount !== undefined && body.presetFiatAmount !== quote.paid.amount)
        throw invalid('presetFiatAmount', "the quote's")
      const redirectUrl = checkRedirect(project, body.redirectUrl)
      try {
        const begun = await orders.begin({
          project: project.id,
          idempotencyKey: body.idempotencyKey,
          digest: digestOf([body.quoteId, recipient, redirectUrl ?? null]),
          kind: 'onramp',
          provider: provider.id,
          providerName: quote.serviceName,
          asset,
          recipient,
          fiat: quote.paid,
          expected: quote.amount,
          payment: null,
        })
        return await openOrder(deps, begun, {
          provider,
          asset,
          open: signal =>
            ramp.open(
              {
                id: begun.id,
                customer: begun.customer,
                asset: asset.id,
                recipient,
                country: quote.country,
                redirectUrl,
                clientIp: clientIp(clientAddress(c)),
                paid: quote.paid,
                method: quote.method,
                service: quote.service,
                tag: quote.tag,
              },
              signal,
            ),
        })
      } catch (error) {
        if (error instanceof OnRampFault) throw toRouteFault('ONRAMP_FAILED', error)
        throw error
      }
    },
  )

  mountProjectRoute(app, getOnRampOrder, deps, async ({ params }, project) => {
    const where = { id: params.order, project: project.id, kind: 'onramp' } as const
    if ((await orders.find(where)) === undefined) throw new RouteFault('NOT_FOUND')
    await watch.look(params.order)
    const row = await orders.find(where)
    if (row === undefined) throw new RouteFault('NOT_FOUND')
    return { order: toWireOrder(row) }
  })
}

/** A refusal whose reason's name is a `RampFault`. */
export function toRouteFault(code: 'ONRAMP_FAILED' | 'EXCHANGE_FAILED', fault: OnRampFault): RouteFault {
  return new RouteFault(code, {
    reasons: [{ name: fault.reason, description: 'The provider made no order' }],
    cause: fault,
  })
}

/** What one idempotency key was used for. */
export function digestOf(said: readonly (string | null)[]): string {
  return createHash('sha256').update(JSON.stringify(said)).digest('base64url')
}
