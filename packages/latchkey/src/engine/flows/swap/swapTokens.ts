/** The tokens of the form: what is held first, then what the services list. */

import { type CaipNetworkId, networkIdOf } from '../../../contract/caip.ts'
import type { WireSwapToken } from '../../../contract/convert.ts'
import { type Spelling, spelledOnce } from '../../../contract/namespaceFacts.ts'
import { nativeTokenAddresses } from '../../../contract/nativeTokenAddresses.ts'
import type { Network } from '../../../contract/network.ts'
import { readsAsAmount } from '../../../contract/readsAsAmount.ts'
import { cleanName } from '../../nouns/identity/cleanName.ts'
import type { SwapToken } from '../../nouns/swaps/swapQuote.ts'
import type { Token } from '../../nouns/tokens/tokens.ts'

const symbolLength = 16

/** Where tokens are, and how their addresses compare. */
export interface TokenPlace {
  readonly network: Network
  readonly spelling: Spelling
}

/** A token of the services' list; undefined for one of another network, or without a symbol that can be shown (T67). */
export function listedToken(wire: WireSwapToken, { network, spelling }: TokenPlace): SwapToken | undefined {
  if (networkIdOf(wire.address) !== network.caipNetworkId) return undefined
  const address = wire.address.slice(network.caipNetworkId.length + 1)
  const { nativeCurrency, chainNamespace } = network
  const icon = wire.logoUri === null ? {} : { iconUrl: wire.logoUri }
  const native = nativeTokenAddresses[chainNamespace]
  // The host says what its network's currency is called, and how many decimals it has.
  if (native !== undefined && spelledOnce(address, spelling) === spelledOnce(native, spelling)) {
    const { name, symbol, decimals } = nativeCurrency
    return { key: 'native', name, symbol, decimals, ...icon }
  }
  const symbol = [...(cleanName(wire.symbol) ?? '')].slice(0, symbolLength).join('')
  const short = address.length > 14 ? `${address.slice(0, 6)}…${address.slice(-6)}` : address
  return {
    key: spelledOnce(address, spelling),
    address,
    name: cleanName(wire.name) ?? (symbol || short),
    symbol: symbol === '' || readsAsAmount(symbol) ? short : symbol,
    decimals: wire.decimals,
    ...icon,
    ...(!wire.listed && { unlisted: true }),
  }
}

/**
 * Held ones in their order, then the others. `listed`: undefined while it is not known, when nothing is said to be on no list. Where
 * the list and the account's holdings differ in decimals, the chain's own word for the list stands, and the amount is unknown (T74).
 */
export function joinTokens(
  held: readonly Token[],
  listed: readonly SwapToken[] | undefined,
): readonly SwapToken[] {
  const known = new Map(listed?.map(token => [token.key, token]))
  const own = held.map(({ key, address, name, symbol, amount, price, iconUrl }): SwapToken => {
    const listing = known.get(key)
    const isSame = !listing || listing.decimals === amount.decimals
    return {
      key,
      ...(address !== undefined && { address }),
      name: listing?.name ?? name,
      symbol: listing?.symbol ?? symbol,
      decimals: listing?.decimals ?? amount.decimals,
      ...(isSame && { amount }),
      ...(price !== undefined && { price }),
      ...withIcon(iconUrl ?? listing?.iconUrl),
      ...((listing ? listing.unlisted : listed && address !== undefined) && { unlisted: true }),
    }
  })
  const ownKeys = new Set(own.map(({ key }) => key))
  return markAlike([...own, ...(listed ?? []).filter(({ key }) => !ownKeys.has(key))])
}

/** The key of a token of another network. */
export function keyThere(network: CaipNetworkId, key: string): string {
  return `${network}:${key}`
}

/** A token as it is bought from another network. */
export function tokenThere(token: SwapToken, network: CaipNetworkId): SwapToken {
  return { ...token, key: keyThere(network, token.key), caipNetworkId: network }
}

/** The host's other networks that a swap from `here` may arrive on, by what the services say of their providers. */
export function networksThere(
  networks: readonly Network[],
  here: Network,
  crossing: readonly CaipNetworkId[],
): readonly CaipNetworkId[] {
  if (here.testnet || !crossing.includes(here.caipNetworkId)) return []
  const others = networks.filter(
    ({ caipNetworkId, chainNamespace, testnet }) =>
      caipNetworkId !== here.caipNetworkId &&
      chainNamespace === here.chainNamespace &&
      !testnet &&
      crossing.includes(caipNetworkId),
  )
  return others.map(({ caipNetworkId }) => caipNetworkId)
}

/** What a search found, with what is known of each. */
export function joinFound(found: readonly SwapToken[], known: readonly SwapToken[]): readonly SwapToken[] {
  const all = new Map(known.map(token => [token.key, token]))
  const others = found.filter(({ key }) => !all.has(key))
  const marked = new Map(markAlike([...known, ...others]).map(token => [token.key, token]))
  return [...new Set(found.map(({ key }) => key))].flatMap(key => marked.get(key) ?? [])
}

/** Those with the symbol of a listed token, or of the network's own currency, that are another one (T67). */
function markAlike(tokens: readonly SwapToken[]): readonly SwapToken[] {
  const names = new Map<string, string>()
  for (const { symbol, key, unlisted } of tokens)
    if (key === 'native') names.set(spelled(symbol), key)
    else if (!unlisted && !names.has(spelled(symbol))) names.set(spelled(symbol), key)
  return tokens.map(token => {
    const { alike: _, ...plain } = token
    const first = names.get(spelled(token.symbol))
    const isAlike = first !== undefined && first !== token.key && (token.unlisted || first === 'native')
    return isAlike ? { ...plain, alike: true } : plain
  })
}

/** Letters that look like those of another alphabet, and the case of letters, tell no two symbols apart. */
function spelled(symbol: string): string {
  return symbol
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[АВЕКМНОРСТУХΑΒΕΖΗΙΚΜΝΟΡΤΥΧ]/g, each => latin[each] ?? each)
}

const latin: Readonly<Record<string, string>> = Object.fromEntries(
  [...'АВЕКМНОРСТУХΑΒΕΖΗΙΚΜΝΟΡΤΥΧ'].map((each, at) => [each, 'ABEKMHOPCTYXABEZHIKMNOPTYX'[at] as string]),
)

function withIcon(iconUrl: string | undefined): Pick<SwapToken, 'iconUrl'> {
  return iconUrl === undefined ? {} : { iconUrl }
}
