import {
  type CaipAsset,
  countrySchema,
  fiatCodeSchema,
  type PaymentCurrency,
  type PurchaseCurrency,
  payMethodSchema,
} from 'latchkey/services'
import * as v from 'valibot'
import { RouteFault } from '../../core/http/routeFault.ts'
import { cleanText } from '../../data/chains/cleanText.ts'
import type { ChainBook } from '../../data/chains/createChainBook.ts'
import type { ReadTokenFacts } from '../../data/chains/createTokenFacts.ts'
import { toIconUrl } from '../../data/chains/toIconUrl.ts'
import type { AskContext } from '../client/askInTime.ts'
import { compareDecimals } from '../client/compareDecimals.ts'
import { createFreshCache } from '../convert/createFreshCache.ts'
import { readAssetFacts } from '../credits/readAssetFacts.ts'
import { type MoneyAsset, resolveAsset } from '../credits/resolveAsset.ts'
import { askOnRamp } from './askOnRamp.ts'
import type { OnRampProvider, RampOptions } from './onRampProvider.ts'
import { trimAmount } from './orders/trimAmount.ts'

/** What the providers together sell and take in a country. */
export interface MergedOptions {
  readonly countries: readonly string[]
  readonly purchase: readonly PurchaseCurrency[]
  readonly payment: readonly PaymentCurrency[]
  /** Those that sell an asset: no other one is asked for it. */
  readonly sellers: ReadonlyMap<CaipAsset, readonly OnRampProvider[]>
}

/** Milliseconds for which what a provider sells counts as that. */
const lifetime = 600_000
/** Countries, with their parts, whose options are cached for each provider. */
const mostCached = 1_000
/** As many as the wire takes. */
const most = { currencies: 256, networks: 64, fiats: 128, methods: 32 } as const

/** Reads the options of all providers for a country; one that does not answer has none now. @throws RouteFault APKT009 where none answers */
export type ReadRampOptions = (country: string | undefined) => Promise<MergedOptions>

export function createRampOptions(deps: {
  readonly providers: readonly OnRampProvider[]
  readonly book: ChainBook
  readonly tokenFacts: ReadTokenFacts
  readonly context: AskContext
}): ReadRampOptions {
  const { providers, book, tokenFacts, context } = deps
  const cached = createFreshCache<RampOptions>({ lifetime, clock: context.clock, most: mostCached })

  return async country => {
    const asked = providers.flatMap(provider =>
      provider.ramp === undefined ? [] : [{ provider, ramp: provider.ramp }],
    )
    const answers = await Promise.allSettled(
      asked.map(({ provider, ramp }) =>
        cached(`${provider.id} ${country ?? ''}`, () =>
          askOnRamp(context, provider.id, signal => ramp.options({ country }, signal)),
        ),
      ),
    )
    const heard = answers.flatMap((answer, index) => {
      const provider = asked[index]?.provider
      return answer.status === 'rejected' || provider === undefined
        ? []
        : [{ provider, options: answer.value }]
    })
    if (heard.length === 0 && asked.length > 0)
      throw new RouteFault('APKT009', {
        status: 503,
        retryAfter: 5,
        reasons: asked.map(({ provider }) => ({
          name: provider.id,
          description: 'The provider did not answer',
        })),
      })
    const sellers = new Map<CaipAsset, OnRampProvider[]>()
    for (const { provider, options } of heard)
      for (const { asset } of options.purchase) {
        const known = resolveAsset(book, asset)
        const list = known && (sellers.get(known.id) ?? [])
        if (known !== undefined && list !== undefined && !list.includes(provider))
          sellers.set(known.id, [...list, provider])
      }
    const all = heard.map(({ options }) => options)
    return {
      countries: [...new Set(all.flatMap(({ countries }) => countries))]
        .filter(each => v.is(countrySchema, each))
        .toSorted()
        .slice(0, 512),
      purchase: await mergePurchase(all),
      payment: mergePayment(all),
      sellers,
    }
  }

  /** Currencies by their symbol; one that shares it with another on the same network is one of its own. */
  async function mergePurchase(all: readonly RampOptions[]): Promise<readonly PurchaseCurrency[]> {
    const sold = new Map<CaipAsset, RampOptions['purchase'][number] & { readonly known: MoneyAsset }>()
    for (const each of all.flatMap(({ purchase }) => purchase)) {
      const known = resolveAsset(book, each.asset)
      if (known !== undefined && !sold.has(known.id)) sold.set(known.id, { ...each, known })
    }
    const items = await Promise.all(
      [...sold.values()].map(async each => {
        try {
          const facts = await readAssetFacts({ book, tokenFacts }, each.known)
          return facts === undefined ? [] : [{ ...each, ...facts }]
        } catch {
          // The chain cannot be read now: the provider's words stand in, and the decimals are not known.
          return [{ ...each, decimals: null, isListed: false }]
        }
      }),
    )
    const currencies = new Map<string, PurchaseCurrency>()
    for (const { known, name, symbol, network, networkName, decimals, isListed } of items.flat()) {
      const shown = cleanText(symbol, 32)
      if (shown === null) continue
      const isTaken = currencies.get(shown)?.networks.some(({ chain_id }) => chain_id === known.chain.id)
      const id = isTaken ? `${shown}:${known.contract ?? known.chain.id}`.slice(0, 64) : shown
      const currency = currencies.get(id)
      if (currency === undefined && currencies.size >= most.currencies) continue
      currencies.set(id, {
        id,
        name: currency?.name ?? cleanText(name, 128) ?? shown,
        symbol: shown,
        // A picture only for what is listed: another token of the same symbol must not look like it.
        iconUrl: currency?.iconUrl ?? (isListed ? toIconUrl(shown) : null),
        networks: [
          ...(currency?.networks ?? []),
          {
            name: cleanText(network, 128) ?? known.chain.id,
            display_name: cleanText(known.chain.name, 128) ?? cleanText(networkName, 128) ?? known.chain.id,
            chain_id: known.chain.id,
            contract_address: known.contract,
            asset: known.id,
            decimals: decimals !== null && decimals <= 18 ? decimals : null,
          },
        ].slice(0, most.networks),
      })
    }
    return [...currencies.values()]
  }
}

/** Ways to pay with each currency, with the widest limits of all providers; no limit where one states none. */
function mergePayment(all: readonly RampOptions[]): readonly PaymentCurrency[] {
  const fiats = new Map<
    string,
    { name: string; methods: Map<string, { min: string | null; max: string | null }> }
  >()
  for (const { currency, name, methods } of all.flatMap(({ payment }) => payment)) {
    if (!v.is(fiatCodeSchema, currency) || (!fiats.has(currency) && fiats.size >= most.fiats)) continue
    const fiat = fiats.get(currency) ?? { name: cleanText(name, 128) ?? currency, methods: new Map() }
    fiats.set(currency, fiat)
    for (const { id, min, max } of methods) {
      const stated = { min: trimAmount(min) ?? null, max: trimAmount(max) ?? null }
      const known = fiat.methods.get(id)
      if (!v.is(payMethodSchema, id) || (known === undefined && fiat.methods.size >= most.methods)) continue
      fiat.methods.set(
        id,
        known === undefined
          ? stated
          : { min: pick(known.min, stated.min, -1), max: pick(known.max, stated.max, 1) },
      )
    }
  }
  return [...fiats].map(([id, { name, methods }]) => ({
    id,
    name,
    payment_method_limits: [...methods].map(([method, limits]) => ({ id: method, ...limits })),
  }))
}

function pick(one: string | null, other: string | null, sign: 1 | -1): string | null {
  if (one === null || other === null) return null
  return compareDecimals(one, other) * sign >= 0 ? one : other
}
