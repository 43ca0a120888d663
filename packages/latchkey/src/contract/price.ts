/** What tokens cost (SPEC §7). */
import * as v from 'valibot'
import type { CaipAddress } from './caip.ts'
import { parseCaipAddress } from './parseCaip.ts'
import { projectErrors, projectIdSchema, projectQuery, route } from './route.ts'

/** An ISO 4217 code, in lower case inside. */
export const currencySchema = v.pipe(
  v.string(),
  v.regex(/^[a-zA-Z]{3}$/),
  v.transform(code => code.toLowerCase()),
)

/** Fiat for display, the one place where money is a floating-point number; null when unknown, never 0 for it (F27). */
export const priceSchema = v.nullable(v.pipe(v.number(), v.finite(), v.minValue(0)))

/**
 * An absolute http(s) address, or a path on the services such as '/public/getTokenImage/usdc', to be read below the
 * base URL of the images: the services need not know under which name they are reached. Null when there is none.
 */
export const iconUrlSchema = v.nullable(
  v.pipe(v.string(), v.maxLength(2_048), v.regex(/^(https?:\/\/|\/(?!\/))/)),
)

/**
 * What stands for the native currency of a chain where a token's address is wanted, per namespace (SPEC §9: Solana's
 * ends in 1s). A null address would be mistaken for the place where tokens are burnt.
 */
export const nativeTokenAddresses: Readonly<Record<string, string>> = {
  eip155: '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',
  solana: 'So11111111111111111111111111111111111111111',
}

/** A token as CAIP-10: its chain and its contract, or the native currency's stand-in. */
const tokenSchema = v.custom<CaipAddress>(value => {
  try {
    return parseCaipAddress(value as string) !== undefined
  } catch {
    return false
  }
})

/** One token with its price; the address is the CAIP-10 that was asked for, letter for letter. */
export const fungibleSchema = v.object({
  address: tokenSchema,
  symbol: v.pipe(v.string(), v.maxLength(32)),
  name: v.pipe(v.string(), v.maxLength(128)),
  iconUrl: iconUrlSchema,
  price: priceSchema,
})

export type Fungible = v.InferOutput<typeof fungibleSchema>

/** In the order of the question; an address that is no token of a supported chain is left out. */
export const fungiblePriceSchema = v.object({
  fungibles: v.pipe(v.array(fungibleSchema), v.maxLength(100)),
})

export type FungiblePrice = v.InferOutput<typeof fungiblePriceSchema>

/** POST /v1/fungible/price (SPEC §7). The body's project is the query's; another one is refused. */
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
