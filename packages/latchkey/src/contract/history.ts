/** What an address did on a chain, newest first (SPEC §3 Transaction, §7). */
import * as v from 'valibot'
import { accountParams } from './balance.ts'
import { iconUrlSchema, priceSchema } from './price.ts'
import { projectErrors, projectQuery, route } from './route.ts'
import { caipNetworkIdSchema } from './supportedChains.ts'

/**
 * The kinds of transaction for the address. `trade` swapped assets, `mint` and `burn` created or destroyed tokens,
 * `deposit` and `withdraw` wrapped or unwrapped the native currency, and `execute` is any other call.
 */
export const operationTypes = [
  'send',
  'receive',
  'trade',
  'mint',
  'burn',
  'approve',
  'deploy',
  'deposit',
  'withdraw',
  'execute',
] as const

/** The kind of a transaction for the address (SPEC §3 "Transaction"). */
export type OperationType = (typeof operationTypes)[number]

/** The longest name of a token or collectible on the wire. Control and bidi characters are removed first (T67). */
export const assetNameLimit = 64

const plainAddress = v.pipe(v.string(), v.maxLength(128))
const assetName = v.nullable(v.pipe(v.string(), v.maxLength(assetNameLimit)))
/** A decimal number of whole units, exact; a string, because a double would round it. */
const decimalText = v.pipe(v.string(), v.maxLength(512), v.regex(/^-?\d+(?:\.\d+)?$/))

/**
 * The picture of a collectible, as a path on the services' image proxy ('/v1/image?url=…'); a caller adds its project.
 * No visitor's browser contacts a host that a token names.
 */
export const nftImageSchema = v.nullable(
  v.object({ url: v.pipe(v.string(), v.maxLength(8_300), v.regex(/^\/(?!\/)/)) }),
)

/** Spam flags: reasons to hide, never a proof. */
const flags = v.object({ is_spam: v.boolean() })

/** Whether a list that the operator trusts has the token under this address; absent from services that do not say. */
const fungibleFlags = v.object({ ...flags.entries, is_vouched: v.optional(v.boolean()) })

/**
 * The fungible asset of a transfer; `address` is null for the native currency. What the token does not say is null; so is
 * a name or symbol that reads as part of an amount, where no trusted list has the token (T67).
 */
const fungibleInfoSchema = v.object({
  name: assetName,
  symbol: assetName,
  decimals: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(255))),
  icon: v.nullable(v.object({ url: iconUrlSchema })),
  address: v.nullable(plainAddress),
  flags: fungibleFlags,
})

/** The collectible of a transfer. Of a transaction with many large pictures only the first have theirs. */
const nftInfoSchema = v.object({
  name: assetName,
  content: v.nullable(v.object({ preview: nftImageSchema })),
  flags,
  address: plainAddress,
  tokenId: v.pipe(v.string(), v.maxLength(78)),
})

/**
 * One asset transfer from the point of view of the address. Exactly one of `fungible_info` and `nft_info` is not null.
 * `quantity.numeric` is null for a token without decimals; `value` and `price` are null when the price of that day is
 * not known.
 */
export const transferSchema = v.object({
  fungible_info: v.nullable(fungibleInfoSchema),
  nft_info: v.nullable(nftInfoSchema),
  direction: v.picklist(['in', 'out', 'self']),
  quantity: v.object({ numeric: v.nullable(decimalText) }),
  sender: plainAddress,
  recipient: plainAddress,
  value: priceSchema,
  price: priceSchema,
})

/** One asset transfer of a transaction (SPEC §3 "Transaction"). */
export type Transfer = v.InferOutput<typeof transferSchema>

/** The most transfers of one transaction that the list shows. */
export const transfersLimit = 100

/**
 * A transaction (SPEC §3). `sentTo` is the created contract for a `deploy`; `status` is null before chains recorded
 * one. `sentFrom` is the zero address when only the receipt by this account is known.
 */
export const transactionSchema = v.object({
  id: v.pipe(v.string(), v.maxLength(200)),
  metadata: v.object({
    /** ISO 8601, UTC. */
    minedAt: v.pipe(v.string(), v.maxLength(32)),
    chain: caipNetworkIdSchema,
    status: v.nullable(v.picklist(['confirmed', 'failed'])),
    // A type that a later release adds is a call like any other to this one (C5).
    operationType: v.fallback(v.picklist(operationTypes), 'execute'),
    sentFrom: plainAddress,
    sentTo: v.nullable(plainAddress),
    hash: v.pipe(v.string(), v.maxLength(128)),
    nonce: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0))),
    /** Decimal, as blocks may outgrow a double. */
    block: v.nullable(v.pipe(v.string(), v.maxLength(20))),
  }),
  transfers: v.pipe(v.array(transferSchema), v.maxLength(transfersLimit)),
})

/** A transaction of an account (SPEC §3). */
export type Transaction = v.InferOutput<typeof transactionSchema>

/** The end of a page: the cursor of the next one, and whether the network is supported. */
export const pageEnd = {
  /** Where the next page begins; null at the end. */
  next: v.nullable(v.pipe(v.string(), v.maxLength(512))),
  /** True where the services do not support the network, so that an empty list means nothing; absent elsewhere. */
  unserved: v.optional(v.boolean()),
} as const

/** A page of an account's transactions. */
export const historySchema = v.object({
  data: v.pipe(v.array(transactionSchema), v.maxLength(100)),
  ...pageEnd,
})

/** A page of an account's transactions. */
export type History = v.InferOutput<typeof historySchema>

/** The cursor of a page, as the last answer gave it: opaque, and bound to its list. */
export const pageQuery = {
  ...projectQuery,
  /** One list is one network's: the widget asks for the connected one (SPEC §4). */
  chainId: caipNetworkIdSchema,
  cursor: v.optional(v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,512}$/))),
} as const

/**
 * GET /v1/account/{address}/history (SPEC §7): returns a page of the account's transactions. An unsupported network has
 * an empty list that says so; a cursor of another list is REQUEST_INVALID.
 */
export const getHistory = route({
  method: 'GET',
  path: '/v1/account/{address}/history',
  params: accountParams,
  query: v.strictObject(pageQuery),
  response: historySchema,
  errors: projectErrors,
})
