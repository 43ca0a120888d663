/** What tokens cost (SPEC §7). */
import * as v from 'valibot'
import type { CaipAddress } from './caip.ts'
import { parseCaipAddress } from './parseCaip.ts'
import { projectErrors, projectIdSchema, projectQuery, route } from './route.ts'

/** An ISO 4217 code; the output is in lower case. */
export const currencySchema = v.pipe(
  v.string(),
  v.regex(/^[a-zA-Z]{3}$/),
  v.transform(code => code.toLowerCase()),
)

/** A fiat price for display, the only money in floating point. Null when unknown, never 0 for it (F27). */
export const priceSchema = v.nullable(v.pipe(v.number(), v.finite(), v.minValue(0)))

/**
 * An absolute http(s) URL, or a path on the services such as '/public/getTokenImage/usdc', relative to the base URL of
 * the images. Null when there is none.
 */
export const iconUrlSchema = v.nullable(
  v.pipe(v.string(), v.maxLength(2_048), v.regex(/^(https?:\/\/|\/(?!\/))/)),
)

/** A token as CAIP-10: its chain and its contract, or the native currency's stand-in. */
const tokenSchema = v.custom<CaipAddress>(value => {
  try {
    return parseCaipAddress(value as string) !== undefined
  } catch {
    return false
  }
})

/** One token with its price. The address is the requested CAIP-10 id, unchanged. */
export const fungibleSchema = v.object({
  address: tokenSchema,
  symbol: v.pipe(v.string(), v.maxLength(32)),
  name: v.pipe(v.string(), v.maxLength(128)),
  iconUrl: iconUrlSchema,
  price: priceSchema,
})

/** One token with its price. */
export type Fungible = v.InferOutput<typeof fungibleSchema>

/** Prices in the order of the request. An address that is no token of a supported chain is left out. */
export const fungiblePriceSchema = v.object({
  fungibles: v.pipe(v.array(fungibleSchema), v.maxLength(100)),
})

/** The prices of tokens, in the order of the request. */
export type FungiblePrice = v.InferOutput<typeof fungiblePriceSchema>

/** POST /v1/fungible/price (SPEC §7): returns the prices of tokens. The body's project must be the query's. */
export const postFungiblePrice = route({
  method: 'POST',
  path: '/v1/fungible/price',
  query: v.strictObject(projectQuery),
  body: v.strictObject({
    currency: v.optional(currencySchema, 'usd'),
    addresses: v.pipe(v.array(tokenSchema), v.minLength(1), v.maxLength(100)),
    projectId: v.optional(projectIdSchema),
  }),
  response: fungiblePriceSchema,
  errors: [...projectErrors, 'REQUEST_TOO_LARGE'],
})
