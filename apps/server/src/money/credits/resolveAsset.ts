import type { CaipNetworkId } from 'latchkey/contract'
import { type CaipAsset, parseCaipAsset } from 'latchkey/services'
import type { ChainFacts } from '../../data/chains/chainFacts.ts'
import type { ChainBook } from '../../data/chains/createChainBook.ts'
import { addressKey, chainAddress, servicesOf } from '../../data/namespaces/namespaces.ts'

/** An asset on a network that our nodes serve. */
export interface MoneyAsset {
  /** CAIP-19 in our one spelling: two ids of the same asset are equal texts. */
  readonly id: CaipAsset
  readonly chain: ChainFacts
  /** As answers write it; null for the network's own currency. */
  readonly contract: string | null
}

/** The asset behind an id; undefined for one that is none, or on a network whose receipts our nodes cannot read. Test networks have none. */
export function resolveAsset(book: ChainBook, id: string): MoneyAsset | undefined {
  const parsed = parseCaipAsset(id)
  const chain = parsed && moneyChain(book, parsed.network)
  const names = chain && servicesOf(chain.id)?.reads?.assets
  if (parsed === undefined || chain === undefined || names === undefined) return undefined
  if (parsed.kind === 'slip44') return assetOf(book, chain.id, null)
  return parsed.kind === names.tokens ? assetOf(book, chain.id, parsed.reference) : undefined
}

/** A token by its contract, or with null the network's own currency; undefined as for `resolveAsset`. */
export function assetOf(
  book: ChainBook,
  network: CaipNetworkId,
  contract: string | null,
): MoneyAsset | undefined {
  const chain = moneyChain(book, network)
  const names = chain && servicesOf(network)?.reads?.assets
  if (chain === undefined || names === undefined) return undefined
  if (contract === null) return { id: `${network}/slip44:${names.coin}`, chain, contract }
  const address = chainAddress(network, contract)
  if (address === undefined) return undefined
  return { id: `${network}/${names.tokens}:${addressKey(network, address)}`, chain, contract: address }
}

function moneyChain(book: ChainBook, network: CaipNetworkId): ChainFacts | undefined {
  const chain = book.find(network)
  return chain?.testnet === false ? chain : undefined
}
