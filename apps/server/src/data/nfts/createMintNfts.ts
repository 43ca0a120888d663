import type { CaipNetworkId } from 'latchkey/contract'
import { assetNameLimit, type Nft } from 'latchkey/services'
import { formatCursor, parseCursor } from '../../core/http/pageCursor.ts'
import { cleanText } from '../chains/cleanText.ts'
import { isSpamAsset, type SpamRules } from '../chains/spam.ts'
import type { RpcProxy } from '../rpc/createRpcProxy.ts'
import type { DescribedMint, ReadMints } from '../svm/createMintReader.ts'
import { listTokenAccounts } from '../svm/listTokenAccounts.ts'
import type { Documents } from './createDocuments.ts'
import type { NftWords } from './createNftReader.ts'
import type { NftSource } from './nftSource.ts'

/** Collectibles on one page. */
const pageSize = 30
/** Mints that are read for one page: most tokens of which an account has one unit are none. */
const mostRead = 1_000
const step = 100

interface Found {
  readonly address: string
  readonly mint: DescribedMint
}

/**
 * Lists collectibles where a collectible is a mint of which there is one, and which cannot be divided. They are read from
 * the chain's nodes, in the order of their addresses.
 */
export function createMintNfts(deps: {
  readonly proxy: Pick<RpcProxy, 'call'>
  readonly readMints: ReadMints
  readonly documents: Documents
  readonly spamRules: (chain: CaipNetworkId) => SpamRules
}): NftSource {
  const { proxy, readMints, documents, spamRules } = deps

  /** Those of a page and one more, and where the search for the next one begins; undefined at the end. */
  async function find(chain: CaipNetworkId, owner: string, after: string) {
    // No list names collectibles, so of too many accounts there are none to be read apart.
    const amounts = await listTokenAccounts({ proxy, chain: { id: chain } }, { owner })
    const single = [...amounts]
      .flatMap(([mint, amount]) => (amount === 1n && mint > after ? [mint] : []))
      .sort()
    const found: Found[] = []
    let at = 0
    for (; at < single.length && at < mostRead && found.length <= pageSize; at += step) {
      const part = single.slice(at, at + step)
      const mints = await readMints({ id: chain }, part)
      for (const [index, mint] of mints.entries()) {
        const address = part[index]
        if (mint?.decimals === 0 && mint.supply === 1n && address !== undefined) found.push({ address, mint })
      }
    }
    const shown = found.slice(0, pageSize)
    const next =
      found.length > pageSize ? shown.at(-1)?.address : at < single.length ? single[at - 1] : undefined
    return { shown, next }
  }

  return async ({ chain, owner, cursor, client }) => {
    const list = `nfts ${chain} ${owner}`
    const after =
      cursor === undefined ? '' : parseCursor(list, cursor, [/^[1-9A-HJ-NP-Za-km-z]{32,44}$/])?.[0]
    if (after === undefined) return undefined
    const { shown, next } = await find(chain, owner, after)
    const collections = [...new Set(shown.flatMap(({ mint }) => mint.collection ?? []))]
    const [described, words] = await Promise.all([
      readMints({ id: chain }, collections),
      documents.read(
        shown.flatMap(({ mint }) => mint.description?.uri || []),
        client,
      ),
    ])
    const collectionOf = new Map(collections.map((address, index) => [address, described[index]]))
    const spam = spamRules(chain)
    return {
      data: shown.map(one => {
        const collection =
          one.mint.collection === undefined ? undefined : collectionOf.get(one.mint.collection)
        return toNft({ ...one, chain, spam, collection, words: words.get(one.mint.description?.uri ?? '') })
      }),
      next: next === undefined ? null : formatCursor(list, [next]),
    }
  }
}

function toNft(
  nft: Found & {
    readonly chain: CaipNetworkId
    readonly spam: SpamRules
    readonly collection: DescribedMint | null | undefined
    readonly words: NftWords | undefined
  },
): Nft {
  const { address, mint, chain, spam, words } = nft
  const said = mint.description
  const group = nft.collection?.description
  const isSpam = [
    { address, name: said?.name ?? null, symbol: said?.symbol ?? null },
    { address, name: words?.name ?? null, symbol: null },
    { address: mint.collection ?? address, name: group?.name ?? null, symbol: group?.symbol ?? null },
  ].some(named => isSpamAsset({ ...named, fungible: false }, spam))
  return {
    id: `${chain}/nft:${address}`,
    chainId: chain,
    standard: mint.standard,
    collection: {
      // One without a collection is alone in its own.
      address: mint.collection ?? address,
      name: cleanText(group?.name, assetNameLimit),
      symbol: cleanText(group?.symbol, assetNameLimit),
    },
    tokenId: address,
    amount: '1',
    name: cleanText(said?.name, assetNameLimit) ?? words?.name ?? null,
    description: words?.description ?? null,
    image: words?.image == null ? null : { url: words.image },
    flags: { is_spam: isSpam },
  }
}
