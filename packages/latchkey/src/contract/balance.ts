/** What an account holds: the native currency and the tokens of a chain, with their prices (SPEC §3, §7). */
import * as v from 'valibot'
import { currencySchema, iconUrlSchema, priceSchema } from './price.ts'
import { projectErrors, projectQuery, route } from './route.ts'
import { caipNetworkIdSchema } from './supportedChains.ts'

/** Path parameters of an account: the address part of its CAIP-10 id, of any namespace. */
export const accountParams = v.strictObject({
  address: v.pipe(v.string(), v.regex(/^[-.%a-zA-Z0-9]{1,128}$/)),
})

/** Whole units with up to 255 decimals, as `toDecimalString` writes them. */
const decimalSchema = v.pipe(v.string(), v.maxLength(400), v.regex(/^\d+(\.\d+)?$/))

/** A token balance (SPEC §3). Unknown values are null, never 0 (F27). */
export const tokenBalanceSchema = v.object({
  name: v.pipe(v.string(), v.maxLength(128)),
  symbol: v.pipe(v.string(), v.maxLength(32)),
  chainId: caipNetworkIdSchema,
  /** The token's contract or mint; absent for the native currency. */
  address: v.optional(v.pipe(v.string(), v.maxLength(128))),
  /** Fiat, for display: `price` times the quantity. */
  value: priceSchema,
  /** Fiat for one whole unit. */
  price: priceSchema,
  quantity: v.object({
    /** How many decimals the currency has. */
    decimals: v.pipe(v.string(), v.regex(/^\d{1,3}$/)),
    /** Whole units, exact: '1.5'. */
    numeric: decimalSchema,
  }),
  iconUrl: iconUrlSchema,
})

/**
 * The balance of one token or native currency (SPEC §3). `numeric` is a decimal string in whole units; unknown prices
 * are null.
 */
export type TokenBalance = v.InferOutput<typeof tokenBalanceSchema>

/** Balances of an account, the most valuable first. Tokens without a price follow by name. */
export const accountBalanceSchema = v.object({
  balances: v.pipe(v.array(tokenBalanceSchema), v.maxLength(2_000)),
})

/** The balances of an account, the most valuable first. */
export type AccountBalance = v.InferOutput<typeof accountBalanceSchema>

/**
 * GET /v1/account/{address}/balance (SPEC §7): returns the account's token balances. Without `chainId` it answers for
 * all supported chains; testnets and unsupported chains have no entries (SPEC §5). `forceUpdate` bypasses the services'
 * cache of 30 s. A chain that cannot be read is APKT009, never an empty or shorter list (F20).
 */
export const getAccountBalance = route({
  method: 'GET',
  path: '/v1/account/{address}/balance',
  params: accountParams,
  query: v.strictObject({
    ...projectQuery,
    currency: v.optional(currencySchema, 'usd'),
    chainId: v.optional(caipNetworkIdSchema),
    forceUpdate: v.optional(v.picklist(['true', 'false'])),
  }),
  response: accountBalanceSchema,
  errors: projectErrors,
})
