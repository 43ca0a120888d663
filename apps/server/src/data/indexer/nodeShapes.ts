/** What a node's answers are checked for before anything is built on them (Ethereum JSON-RPC). */
import * as v from 'valibot'
import { transferTopics } from './decodeLog.ts'
import type { Hex } from './hexBytes.ts'

const hexOf = (pattern: RegExp, most: number) =>
  v.pipe(
    v.string(),
    v.maxLength(most),
    v.regex(pattern),
    v.transform(text => text.toLowerCase() as Hex),
  )

const hash = hexOf(/^0x[0-9a-fA-F]{64}$/, 66)
const address = hexOf(/^0x[0-9a-fA-F]{40}$/, 42)
/** As long as an answer may be: an event that one contract made too long would hold up the index of its whole chain. */
const bytes = hexOf(/^0x(?:[0-9a-fA-F]{2})*$/, Number.POSITIVE_INFINITY)
/** At most 256 bits. */
const quantity = v.pipe(
  v.string(),
  v.maxLength(66),
  v.regex(/^0x[0-9a-fA-F]+$/),
  v.transform(text => BigInt(text)),
)
const count = v.pipe(
  quantity,
  v.check(value => value <= Number.MAX_SAFE_INTEGER),
  v.transform(value => Number(value)),
)
/** A year-2286 second is the last one whose milliseconds the wire's ISO text has room for. */
const seconds = v.pipe(
  count,
  v.check(value => value < 10_000_000_000),
)

const nodeTransactionSchema = v.object({
  hash,
  from: address,
  to: v.nullish(address, null),
  nonce: count,
  value: quantity,
  input: bytes,
  transactionIndex: count,
})

const header = { number: count, hash, parentHash: hash, timestamp: seconds }

/** A block's head; null where the node has no such block. */
export const nodeHeaderSchema = v.nullable(v.object(header))

export type NodeHeader = NonNullable<v.InferOutput<typeof nodeHeaderSchema>>

/** A block with its transactions; null where the node has no such block. */
export const nodeBlockSchema = v.nullable(
  v.object({ ...header, transactions: v.array(nodeTransactionSchema) }),
)

export type NodeBlock = NonNullable<v.InferOutput<typeof nodeBlockSchema>>

/** A block with the hashes of its transactions. */
export const nodeOutlineSchema = v.nullable(v.object({ ...header, transactions: v.array(hash) }))

/** A transaction asked for by its hash; null where the node has it not. */
export const nodeTransactionOrNoneSchema = v.nullable(
  v.object({ ...nodeTransactionSchema.entries, blockHash: v.nullish(hash) }),
)

const nodeLogSchema = v.object({
  address,
  topics: v.pipe(v.array(hash), v.maxLength(4)),
  data: bytes,
  logIndex: count,
})

export type NodeLog = v.InferOutput<typeof nodeLogSchema>

const nodeReceiptSchema = v.object({
  transactionIndex: count,
  blockHash: hash,
  status: v.nullish(v.picklist(['0x0', '0x1']), null),
  contractAddress: v.nullish(address, null),
  /** Those that move tokens; what else the receipt has is not looked at. */
  logs: v.pipe(
    v.array(v.looseObject({ topics: v.array(v.string()) })),
    v.filterItems(({ topics: [topic = ''] }) => transferTopics.has(topic.toLowerCase())),
    v.array(nodeLogSchema),
  ),
})

export const nodeReceiptsSchema = v.array(nodeReceiptSchema)
export const nodeReceiptOrNoneSchema = v.nullable(nodeReceiptSchema)

export type NodeReceipt = v.InferOutput<typeof nodeReceiptSchema>

/** One step of a transaction, in the form of the trace module of OpenEthereum's successors. */
const nodeTraceSchema = v.object({
  type: v.string(),
  action: v.object({
    callType: v.nullish(v.string()),
    from: v.nullish(address),
    to: v.nullish(address),
    value: v.nullish(quantity),
    /** Of a contract that ends itself. */
    address: v.nullish(address),
    refundAddress: v.nullish(address),
    balance: v.nullish(quantity),
  }),
  result: v.nullish(v.object({ address: v.nullish(address) })),
  error: v.nullish(v.string()),
  traceAddress: v.pipe(v.array(v.number()), v.maxLength(1_024)),
  /** Null for the reward of a block. */
  transactionPosition: v.nullish(v.number()),
  blockHash: hash,
})

export const nodeTracesSchema = v.array(nodeTraceSchema)

export type NodeTrace = v.InferOutput<typeof nodeTraceSchema>
