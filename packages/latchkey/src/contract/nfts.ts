/** The collectibles of an address on a chain, by collection (SPEC §2 Account, SPEC-NOTES §7). */
import * as v from 'valibot'
import { accountParams } from './balance.ts'
import { assetNameLimit, nftImageSchema, pageEnd, pageQuery } from './history.ts'
import { projectErrors, route } from './route.ts'
import { caipNetworkIdSchema } from './supportedChains.ts'

const assetName = v.nullable(v.pipe(v.string(), v.maxLength(assetNameLimit)))

/** The longest description of an NFT on the wire, in characters. */
export const nftDescriptionLimit = 1_000

/** One NFT of an account. Members that its contract or metadata does not state are null. */
export const nftSchema = v.object({
  /** CAIP-19, for keys of a list. Without a token id at its end, the collectible is a token by itself. */
  id: v.pipe(v.string(), v.maxLength(200)),
  chainId: caipNetworkIdSchema,
  // A standard that a later release adds is shown like the others (C5).
  standard: v.pipe(v.string(), v.maxLength(16)),
  collection: v.object({
    address: v.pipe(v.string(), v.maxLength(128)),
    name: assetName,
    symbol: assetName,
  }),
  /** A whole number, or the address of a collectible that is a token by itself. */
  tokenId: v.pipe(v.string(), v.maxLength(78)),
  /** How many of them the address holds, a whole decimal number: 1 unless it is an ERC1155. */
  amount: v.pipe(v.string(), v.regex(/^\d{1,78}$/)),
  name: assetName,
  description: v.nullable(v.pipe(v.string(), v.maxLength(nftDescriptionLimit))),
  image: nftImageSchema,
  flags: v.object({ is_spam: v.boolean() }),
})

/** One NFT of an account. Members that its contract or metadata does not state are null. */
export type Nft = v.InferOutput<typeof nftSchema>

/** A page of an account's NFTs. */
export const nftsSchema = v.object({
  data: v.pipe(v.array(nftSchema), v.maxLength(100)),
  ...pageEnd,
})

/** GET /v1/account/{address}/nfts (SPEC-NOTES §7): returns a page of the account's NFTs, grouped by collection. */
export const getNfts = route({
  method: 'GET',
  path: '/v1/account/{address}/nfts',
  params: accountParams,
  query: v.strictObject(pageQuery),
  response: nftsSchema,
  errors: projectErrors,
})
