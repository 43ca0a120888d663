import { type Nft, nftDescriptionLimit } from '../../../contract/nfts.ts'
import type { ResolvedConfig } from '../../base/config.ts'
import { proxiedImage } from '../../base/proxiedImage.ts'
import { cleanName } from '../identity/cleanName.ts'
import type { Collectible } from './nfts.ts'

/** Addresses and ids of any namespace: characters that are seen, and none that a page could take for markup. */
const plainId = /^[\w.:/%-]+$/

/**
 * A collectible of the services as it may be shown; undefined for one that is none: an id that is not plain, or none held.
 * Its contract wrote all texts, so they are cleaned here too, whichever services answer (T67).
 */
export function toCollectible(
  nft: Nft,
  config: Pick<ResolvedConfig, 'projectId' | 'endpoints'>,
): Collectible | undefined {
  const { id, chainId, collection, tokenId } = nft
  const amount = nft.amount.replace(/^0+/, '')
  if (amount === '' || ![id, collection.address, tokenId].every(text => plainId.test(text))) return undefined
  const collectionName = cleanName(collection.name ?? '') ?? cleanName(collection.symbol ?? '')
  const name = cleanName(nft.name ?? '')
  const description = cleanDescription(nft.description ?? '')
  const image = proxiedImage(config, nft.image?.url)
  return {
    id,
    caipNetworkId: chainId,
    standard: (cleanName(nft.standard) ?? '').replace(/^ERC(?=\d)/, 'ERC-'),
    collection: {
      address: collection.address,
      ...(collectionName !== undefined && { name: collectionName }),
    },
    tokenId,
    ...(isTokenOfItsOwn(id) && { address: tokenId }),
    amount,
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    ...(image !== undefined && { image }),
    spam: nft.flags.is_spam,
  }
}

/** Whether a CAIP-19 id names an asset alone, and no number of it. */
function isTokenOfItsOwn(id: string): boolean {
  return id.split('/').length === 2
}

/** Its paragraphs, each cleaned. */
function cleanDescription(text: string): string | undefined {
  const lines = text.slice(0, nftDescriptionLimit).split(/[\r\n]+/, 40)
  return lines.flatMap(line => cleanName(line, nftDescriptionLimit) ?? []).join('\n') || undefined
}
