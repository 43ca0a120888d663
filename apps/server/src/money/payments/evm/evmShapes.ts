/** What a node's answers about one transaction are checked for (Ethereum JSON-RPC). */
import * as v from 'valibot'
import type { Hex } from 'viem'

const hex = (pattern: RegExp, most: number) =>
  v.pipe(
    v.string(),
    v.maxLength(most),
    v.regex(pattern),
    v.transform(text => text.toLowerCase() as Hex),
  )
const hash = hex(/^0x[0-9a-fA-F]{64}$/, 66)
const address = hex(/^0x[0-9a-fA-F]{40}$/, 42)
const bytes = hex(/^0x(?:[0-9a-fA-F]{2})*$/, Number.POSITIVE_INFINITY)
const quantity = v.pipe(
  v.string(),
  v.maxLength(66),
  v.regex(/^0x[0-9a-fA-F]+$/),
  v.transform(text => BigInt(text)),
)
export const countSchema = v.pipe(
  quantity,
  v.check(value => value <= Number.MAX_SAFE_INTEGER),
  v.transform(value => Number(value)),
)

export const transactionSchema = v.object({
  hash,
  from: address,
  to: v.nullish(address, null),
  value: quantity,
  input: bytes,
  blockHash: v.nullish(hash, null),
})

const logSchema = v.object({
  address,
  topics: v.pipe(v.array(hash), v.maxLength(4)),
  data: bytes,
  logIndex: countSchema,
})

export const receiptSchema = v.object({
  blockHash: hash,
  blockNumber: countSchema,
  status: v.picklist(['0x0', '0x1']),
  logs: v.array(logSchema),
})

export const headerSchema = v.object({ hash, timestamp: countSchema })

/** Logs of many transactions, as a search has them. */
export const foundLogsSchema = v.array(v.object({ transactionHash: hash }))

/** A block with its transactions; what else they have is not looked at. */
export const scannedBlockSchema = v.object({
  transactions: v.array(v.object({ hash, to: v.nullish(address, null), value: quantity, input: bytes })),
})

export type EvmTransaction = v.InferOutput<typeof transactionSchema>
export type EvmReceipt = v.InferOutput<typeof receiptSchema>
export type EvmLog = v.InferOutput<typeof logSchema>
