/** Swapping: quotes, what can be swapped, and transactions to sign (SPEC §7 "convert"; SPEC-NOTES §7). */
import * as v from 'valibot'
import type { CaipAddress } from './caip.ts'
import { canonicalJson } from './canonicalJson.ts'
import { directoryCertificateSchema } from './directory.ts'
import { parseCaipAddress } from './parseCaip.ts'
import { iconUrlSchema } from './price.ts'
import { projectErrors, projectIdSchema, projectQuery, route } from './route.ts'
import { caipNetworkIdSchema } from './supportedChains.ts'
import { defaultSlippageBps, quoteFaults, swapShapes } from './swap.ts'

const caip10 = v.custom<CaipAddress>(value => {
  try {
    return parseCaipAddress(value as string) !== undefined
  } catch {
    return false
  }
})
/** Base units, below 2^256. */
const units = v.pipe(
  v.string(),
  v.regex(/^(?:0|[1-9]\d{0,77})$/),
  v.check(text => BigInt(text) >> 256n === 0n),
)
const someUnits = v.pipe(
  units,
  v.check(text => text !== '0'),
)
const word = v.pipe(v.string(), v.minLength(1), v.maxLength(64))
const address = v.pipe(v.string(), v.minLength(1), v.maxLength(128))
const quoteId = v.pipe(v.string(), v.minLength(1), v.maxLength(512))
const moment = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
/** Hundredths of a percent. */
const bps = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(10_000))
const bpsText = v.pipe(
  v.string(),
  v.regex(/^\d{1,5}$/),
  v.transform(Number),
  v.check(value => value <= 10_000),
)

/** One of the amounts that is not received. `app` is the host's own (`CONVERT_FEE_BPS`); each is inside the quoted amounts. */
const feeSchema = v.object({
  kind: v.picklist(['pool', 'provider', 'app']),
  amount: units,
  asset: caip10,
})

/** A quote. Tokens are CAIP-10, a network's own currency by its stand-in; amounts are base units. Unknown values are null. */
export const swapQuoteSchema = v.object({
  /** By the services; opaque. */
  id: quoteId,
  /** For example `pools`, `0x`, `lifi` or `jupiter`. */
  provider: word,
  fromAmount: units,
  fromAccount: caip10,
  toAmount: units,
  toAccount: caip10,
  /** `in`: `fromAmount` leaves exactly. `out`: `toAmount` arrives exactly. */
  exact: v.picklist(['in', 'out']),
  /** With `exact` `in`, at least this arrives; with `out`, `toAmount`. */
  minimum: units,
  /** With `exact` `out`, at most this leaves; with `in`, `fromAmount`. */
  maximum: units,
  /** Milliseconds since the epoch. */
  expiresAt: moment,
  /** Who has to be allowed to take the token; null for the network's own currency. */
  spender: v.nullable(address),
  fees: v.pipe(v.array(feeSchema), v.maxLength(16)),
  /** A part of one, for example 0.012; without the fees of pools. Null when it is not known. */
  priceImpact: v.nullable(v.pipe(v.number(), v.finite(), v.minValue(-1), v.maxValue(1))),
  /** The way of the swap: `share` is in hundredths of a percent. */
  route: v.pipe(v.array(v.object({ venue: word, share: bps, from: caip10, to: caip10 })), v.maxLength(64)),
  /** Units of gas. */
  gas: v.nullable(units),
  tokenTax: v.nullable(v.object({ buyBps: bps, sellBps: bps })),
  /** Some tokens refuse a new allowance while there is one. */
  zeroFirst: v.boolean(),
  /** How long it takes to arrive on another network; null for the same one. */
  seconds: v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
})

/** A quote of one provider. */
export type WireQuote = v.InferOutput<typeof swapQuoteSchema>

const swapQuery = {
  /** What is given: base units of `from`, or of `to` with `exact` `out`. */
  amount: someUnits,
  userAddress: caip10,
  from: caip10,
  to: caip10,
  gasPrice: v.optional(units),
  exact: v.optional(v.picklist(['in', 'out']), 'in'),
  slippageBps: v.optional(bpsText, String(defaultSlippageBps)),
  /** Who receives; default the account itself. */
  recipient: v.optional(caip10),
  /** Only this provider; default all. */
  provider: v.optional(word),
}

/**
 * GET /v1/convert/quotes (SPEC §7): the best after gas first, and why the other providers have none. CONVERT_UNSUPPORTED for a
 * test network, and for one that no provider serves. A slow provider is a fault of its own and holds no other.
 */
export const getConvertQuotes = route({
  method: 'GET',
  path: '/v1/convert/quotes',
  query: v.strictObject({ ...projectQuery, ...swapQuery }),
  response: v.object({
    quotes: v.pipe(v.array(swapQuoteSchema), v.maxLength(16)),
    faults: v.pipe(v.array(v.object({ provider: word, reason: v.picklist(quoteFaults) })), v.maxLength(16)),
  }),
  errors: [...projectErrors, 'CONVERT_UNSUPPORTED'],
})

/** A token that can be swapped. Symbol and decimals are the chain's own. */
export const swapTokenSchema = v.object({
  /** CAIP-10; the network's own currency by its stand-in. */
  address: caip10,
  name: v.pipe(v.string(), v.maxLength(128)),
  symbol: v.pipe(v.string(), v.maxLength(32)),
  decimals: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(255)),
  logoUri: iconUrlSchema,
  /** Whether it is on one of the operator's lists; others need a look. */
  listed: v.boolean(),
})

/** A token that can be swapped. */
export type WireSwapToken = v.InferOutput<typeof swapTokenSchema>

/**
 * GET /v1/convert/tokens (SPEC §7): the network's own currency, the operator's lists, then unlisted tokens of providers; an empty
 * list where no provider serves the network. Spam is left out. `search`: a name, a symbol or a contract.
 */
export const getConvertTokens = route({
  method: 'GET',
  path: '/v1/convert/tokens',
  query: v.strictObject({
    ...projectQuery,
    chainId: caipNetworkIdSchema,
    search: v.optional(v.pipe(v.string(), v.maxLength(128))),
  }),
  response: v.object({ tokens: v.pipe(v.array(swapTokenSchema), v.maxLength(1_000)) }),
  errors: projectErrors,
})

/**
 * GET /v1/convert/allowance (SPEC §7): what a spender may take, in base units, by the chain's own word. Default the first
 * provider's spender. A network's own currency needs no allowance and has the highest one.
 */
export const getConvertAllowance = route({
  method: 'GET',
  path: '/v1/convert/allowance',
  query: v.strictObject({
    ...projectQuery,
    tokenAddress: caip10,
    userAddress: caip10,
    spender: v.optional(address),
    quoteId: v.optional(quoteId),
  }),
  response: v.object({ allowance: units }),
  errors: [...projectErrors, 'CONVERT_UNSUPPORTED', 'QUOTE_ENDED'],
})

/** GET /v1/convert/gas-price (SPEC §7): wei for one unit of gas. */
export const getConvertGasPrice = route({
  method: 'GET',
  path: '/v1/convert/gas-price',
  query: v.strictObject({ ...projectQuery, chainId: caipNetworkIdSchema }),
  response: v.object({ standard: units, fast: units, instant: units }),
  errors: [...projectErrors, 'CONVERT_UNSUPPORTED'],
})

const builtSchema = v.object({
  from: address,
  to: address,
  /** 0x hex; of Solana, the transaction as base64. */
  data: v.pipe(v.string(), v.maxLength(200_000)),
  /** Base units of the network's own currency. */
  value: units,
  eip155: v.object({ gas: v.nullable(units), gasPrice: v.nullable(units) }),
})

/** A transaction that the services made; the client reads it before a wallet sees it (T70). */
export type WireTransaction = v.InferOutput<typeof builtSchema>

/**
 * POST /v1/convert/build-transaction (SPEC §7): a new quote and its transaction, of the same provider with `quoteId`. The services
 * read the transaction and compare it: one that does anything else is CONVERT_UNSAFE. CONVERT_FAILED has a `QuoteFault` as the
 * name of its reason.
 */
export const postConvertTransaction = route({
  method: 'POST',
  path: '/v1/convert/build-transaction',
  query: v.strictObject(projectQuery),
  body: v.strictObject({
    ...swapQuery,
    slippageBps: v.optional(v.undefined()),
    eip155: v.optional(v.strictObject({ slippageBps: v.optional(bps) })),
    projectId: v.optional(projectIdSchema),
    quoteId: v.optional(quoteId),
    /** True: no estimate of gas, which fails before an approval. */
    disableEstimate: v.optional(v.boolean(), false),
  }),
  response: v.object({ tx: builtSchema, quote: swapQuoteSchema }),
  errors: [
    ...projectErrors,
    'REQUEST_TOO_LARGE',
    'CONVERT_UNSUPPORTED',
    'CONVERT_FAILED',
    'CONVERT_UNSAFE',
    'QUOTE_ENDED',
  ],
})

/** The slippage as `postConvertTransaction` takes it, in hundredths of a percent. */
export function toBuildSlippage(slippageBps: number) {
  return { eip155: { slippageBps } }
}

/**
 * GET /v1/convert/build-approve (SPEC §7): an approval of exactly `amount`. Without a quote, for the first provider's spender.
 * CONVERT_UNSAFE for a spender that is not on the list of contracts.
 */
export const getConvertApproval = route({
  method: 'GET',
  path: '/v1/convert/build-approve',
  query: v.strictObject({
    ...projectQuery,
    userAddress: caip10,
    from: caip10,
    to: caip10,
    amount: someUnits,
    quoteId: v.optional(quoteId),
    spender: v.optional(address),
  }),
  response: v.object({ tx: builtSchema }),
  errors: [...projectErrors, 'CONVERT_UNSUPPORTED', 'CONVERT_UNSAFE', 'QUOTE_ENDED'],
})

/** GET /v1/convert/status: what became of a swap to another network; `partial` is another token, `refunded` the first one. */
export const getConvertStatus = route({
  method: 'GET',
  path: '/v1/convert/status',
  query: v.strictObject({
    ...projectQuery,
    quoteId,
    hash: v.pipe(v.string(), v.minLength(1), v.maxLength(128)),
    chainId: caipNetworkIdSchema,
  }),
  response: v.object({
    status: v.picklist(['unknown', 'waiting', 'done', 'partial', 'refunded', 'failed']),
    /** What arrived, and where; null while it is not known. */
    received: v.nullable(v.object({ amount: units, asset: caip10, hash: v.nullable(address) })),
  }),
  errors: [...projectErrors, 'CONVERT_UNSUPPORTED', 'QUOTE_ENDED'],
})

/** A contract that swaps may go to. */
export const swapContractSchema = v.object({
  network: caipNetworkIdSchema,
  provider: word,
  /** How its calls are read. */
  shape: v.picklist(swapShapes),
  address,
  /** Whether the visitor may allow it to take a token. */
  spender: v.boolean(),
})

const digest = v.pipe(v.string(), v.regex(/^[\w-]{43}$/))

/** The signed head of the contracts, valid for at most fourteen days; the directory's key signs it (T70, T111). */
export const swapContractsHeadSchema = v.object({
  projectId: projectIdSchema,
  /** Only grows. */
  version: moment,
  issued: moment,
  expires: moment,
  /** `toDigest` of the canonical JSON of the contracts. */
  digest,
  key: digest,
  /** Of `swapContractsHeadText`. */
  signature: v.pipe(v.string(), v.regex(/^[\w-]{86}$/)),
  certificate: v.exactOptional(directoryCertificateSchema),
})

/** The signed head of the contracts. */
export type SwapContractsHead = v.InferOutput<typeof swapContractsHeadSchema>

/**
 * GET /v1/convert/contracts: which networks are served, between which of them a provider swaps (`crossing`, none by default), and where their swaps
 * may go, signed for the project by the directory's key.
 */
export const getConvertContracts = route({
  method: 'GET',
  path: '/v1/convert/contracts',
  query: v.strictObject(projectQuery),
  response: v.object({
    networks: v.pipe(v.array(caipNetworkIdSchema), v.maxLength(256)),
    crossing: v.optional(v.pipe(v.array(caipNetworkIdSchema), v.maxLength(256)), []),
    contracts: v.pipe(v.array(swapContractSchema), v.maxLength(1_000)),
    head: swapContractsHeadSchema,
  }),
  errors: projectErrors,
})

/** The text that the head's signature covers. */
export function swapContractsHeadText(head: Omit<SwapContractsHead, 'signature' | 'certificate'>): string {
  const { projectId, version, issued, expires, digest, key } = head
  return `latchkey-swap-contracts:1\n${canonicalJson({ projectId, version, issued, expires, digest, key })}`
}
