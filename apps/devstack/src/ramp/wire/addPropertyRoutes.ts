import type { Context, Hono } from 'hono'
import type { RampAsset } from '../quotes/rampAssets.ts'
import {
  type RampService,
  rampCountries,
  rampExchange,
  rampFiats,
  rampMethods,
  rampServices,
} from '../quotes/rampCatalog.ts'
import { readList } from './meldAnswers.ts'
import type {
  MeldCountry,
  MeldCryptoCurrency,
  MeldFiatCurrency,
  MeldPaymentMethod,
  MeldPurchaseLimit,
  MeldServiceProvider,
} from './rampWire.ts'

/** Adds what Meld's discovery tells: service providers, countries, currencies, ways to pay, limits. */
export function addPropertyRoutes(
  app: Hono,
  { url, assets }: { url: string; assets: readonly RampAsset[] },
): void {
  app.get('/service-providers', context => {
    const wanted = readList(context, 'serviceProviders')
    const categories = readList(context, 'categories')
    const all = [
      ...rampServices.map(({ id, name }) => ({ id, name, category: 'CRYPTO_ONRAMP' as const })),
      { ...rampExchange, category: 'CRYPTO_TRANSFER' as const },
    ]
    const found = all.filter(
      ({ id, category }) => (wanted?.includes(id) ?? true) && (categories?.includes(category) ?? true),
    )
    return context.json(
      found.map(({ id, name, category }): MeldServiceProvider => {
        const logo = `${url}/logos/${id}.svg`
        return {
          serviceProvider: id,
          name,
          status: 'LIVE',
          categories: [category],
          websiteUrl: url,
          logos: { dark: logo, light: logo },
        }
      }),
    )
  })

  app.get('/service-providers/properties/countries', context => {
    const services = servicesOf(context)
    const served = rampCountries.filter(({ code }) =>
      services.some(service => service.countries?.includes(code) ?? true),
    )
    return context.json(
      served.map(({ code, name, regions }): MeldCountry => {
        const named = Object.entries(regions).map(([regionCode, title]) => ({ regionCode, name: title }))
        return {
          countryCode: code,
          name,
          flagImageUrl: null,
          regions: named.length > 0 ? named : null,
        }
      }),
    )
  })

  app.get('/service-providers/properties/fiat-currencies', context => {
    const countries = readList(context, 'countries')
    const served = rampCountries.filter(({ code }) => countries?.includes(code) ?? true)
    const codes = [...new Set(served.map(({ fiat }) => fiat))]
    return context.json(
      codes.map(
        (currencyCode): MeldFiatCurrency => ({
          currencyCode,
          name: rampFiats[currencyCode]?.name ?? currencyCode,
          symbolImageUrl: null,
        }),
      ),
    )
  })

  app.get('/service-providers/properties/crypto-currencies', context => {
    const services = servicesOf(context)
    const chains = readList(context, 'cryptoChains')
    const sold = assets.filter(
      ({ chain }) =>
        services.some(service => service.chains?.includes(chain.name) ?? true) &&
        (chains?.includes(chain.name.toUpperCase()) ?? true),
    )
    return context.json(
      sold.map(
        ({ code, name, chain, contract }): MeldCryptoCurrency => ({
          currencyCode: code,
          name,
          chainCode: chain.name.toUpperCase(),
          chainName: chain.name,
          chainId: String(chain.chainId),
          contractAddress: contract ?? null,
          symbolImageUrl: null,
        }),
      ),
    )
  })

  app.get('/service-providers/properties/payment-methods', context => {
    const services = servicesOf(context)
    const fiats = readList(context, 'fiatCurrencies')
    const methods = Object.entries(rampMethods).filter(
      ([id, method]) =>
        services.some(({ limits }) => limits[id] !== undefined) &&
        (fiats === undefined || fiats.some(fiat => method.fiats?.includes(fiat) ?? true)),
    )
    return context.json(
      methods.map(
        ([paymentMethod, { name, type }]): MeldPaymentMethod => ({
          paymentMethod,
          name,
          paymentType: type,
          logos: null,
        }),
      ),
    )
  })

  app.get('/service-providers/limits/fiat-currency-purchases', context => {
    const services = servicesOf(context)
    const methods = readList(context, 'paymentMethodTypes')
    const fiats = readList(context, 'fiatCurrencies')
    const limits = Object.keys(rampFiats).flatMap((currencyCode): MeldPurchaseLimit[] => {
      const ranges = services.flatMap(service =>
        Object.entries(service.limits)
          .filter(([id]) => methods?.includes(id) ?? true)
          .filter(([id]) => rampMethods[id]?.fiats?.includes(currencyCode) ?? true)
          .map(([, range]) => range),
      )
      if (ranges.length === 0 || !(fiats?.includes(currencyCode) ?? true)) return []
      const minimumAmount = Math.min(...ranges.map(([minimum]) => Number(minimum)))
      const maximumAmount = Math.max(...ranges.map(([, maximum]) => Number(maximum)))
      return [{ currencyCode, defaultAmount: 100, minimumAmount, maximumAmount }]
    })
    return context.json(limits)
  })

  app.get('/logos/:file{[A-Z_]{1,32}\\.svg}', context => {
    const [letter = ''] = context.req.param('file')
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" rx="10" fill="#2b5f56"/><text x="20" y="28" font-family="sans-serif" font-size="22" text-anchor="middle" fill="#fff">${letter}</text></svg>`
    return context.body(svg, 200, { 'content-type': 'image/svg+xml' })
  })
}

/** The services that the request is about. */
function servicesOf(context: Context): readonly RampService[] {
  const wanted = readList(context, 'serviceProviders')
  const countries = readList(context, 'countries')
  return rampServices.filter(
    ({ id, countries: served }) =>
      (wanted?.includes(id) ?? true) &&
      (countries === undefined || served === undefined || countries.some(code => served.includes(code))),
  )
}
