/**
 * The answers of Etherscan's API v2 (docs.etherscan.io, module `account`), and of Blockscout's module after it. All
 * numbers are decimal text; unused members are dropped.
 */
import * as v from 'valibot'
import type { Hex } from '../indexer/hexBytes.ts'

const address = v.pipe(
  v.string(),
  v.regex(/^0x[0-9a-fA-F]{40}$/),
  v.transform(text => text.toLowerCase() as Hex),
)
/** Explorers write an absent address as empty text. */
const addressOrNone = v.union([
  address,
  v.pipe(
    v.nullish(v.literal(''), ''),
    v.transform(() => null),
  ),
])
const hash = v.pipe(
  v.string(),
  v.regex(/^0x[0-9a-fA-F]{64}$/),
  v.transform(text => text.toLowerCase() as Hex),
)
const whole = v.pipe(
  v.string(),
  v.regex(/^\d{1,78}$/),
  v.transform(text => BigInt(text)),
)
const count = v.pipe(
  v.string(),
  v.regex(/^\d{1,15}$/),
  v.transform(text => Number(text)),
)
const place = {
  blockNumber: count,
  timeStamp: v.pipe(count, v.maxValue(9_999_999_999)),
  hash,
  transactionIndex: count,
  from: address,
}
const words = {
  contractAddress: address,
  tokenName: v.nullish(v.string(), ''),
  tokenSymbol: v.nullish(v.string(), ''),
}

/** `txlist`: the transactions that the address sent or was sent. */
export const ordinarySchema = v.object({
  ...place,
  to: addressOrNone,
  nonce: count,
  value: whole,
  isError: v.optional(v.picklist(['0', '1']), '0'),
  /** Empty before the chain recorded one. */
  txreceipt_status: v.optional(v.picklist(['', '0', '1']), ''),
  input: v.optional(v.pipe(v.string(), v.regex(/^(?:0x[0-9a-fA-F]*|deprecated|)$/)), ''),
  contractAddress: addressOrNone,
})

/** `tokentx`: ERC-20 transfers. */
export const fungibleTransferSchema = v.object({
  ...place,
  ...words,
  to: address,
  value: whole,
  tokenDecimal: v.nullish(v.string(), ''),
})

/** `tokennfttx`: ERC-721 transfers. */
export const nftTransferSchema = v.object({ ...place, ...words, to: address, tokenID: whole })

/** `token1155tx`: ERC-1155 transfers. */
export const multiTransferSchema = v.object({
  ...place,
  ...words,
  to: address,
  tokenID: whole,
  tokenValue: whole,
})

/** The envelope: a list, or a sentence in its place. */
export const envelopeSchema = v.object({
  status: v.string(),
  message: v.nullish(v.string(), ''),
  result: v.union([v.array(v.unknown()), v.string(), v.null()]),
})
