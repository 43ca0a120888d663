import type { CaipNetworkId } from 'latchkey/contract'
import { addressKey, isReadable } from '../namespaces/namespaces.ts'
import type { ChainFacts, Token } from './chainFacts.ts'
import { knownChains } from './knownChains.ts'
import { knownTokens } from './knownTokens.ts'
import type { ChainSettings } from './readChainSettings.ts'

/** What the services know of the chains they serve. */
export interface ChainBook {
  /** All chains of the RPC proxy. */
  readonly served: readonly CaipNetworkId[]
  /** The facts of a served chain whose accounts can be read; undefined for one without a description. */
  find(chain: CaipNetworkId): ChainFacts | undefined
  /** The listed tokens of a chain. */
  tokens(chain: CaipNetworkId): readonly Token[]
  /** One of them, by any spelling of its address. */
  token(chain: CaipNetworkId, address: string): Token | undefined
  /** Their symbols and the native currency's, in capitals. */
  symbols(chain: CaipNetworkId): ReadonlySet<string>
}

/** Joins our facts with the operator's, whose word wins. */
export function createChainBook(options: {
  readonly served: Iterable<CaipNetworkId>
  readonly settings: ChainSettings
}): ChainBook {
  const served = [...options.served]
  const described = new Map([...knownChains, ...options.settings.described].map(facts => [facts.id, facts]))
  const shelves = new Map(served.map(chain => [chain, fillShelf(chain)]))

  function fillShelf(chain: CaipNetworkId) {
    const byAddress = new Map<string, Token>()
    for (const token of [...(knownTokens.get(chain) ?? []), ...(options.settings.tokens.get(chain) ?? [])])
      byAddress.set(addressKey(chain, token.address), token)
    const tokens = [...byAddress.values()]
    const native = described.get(chain)?.nativeCurrency.symbol
    const symbols = new Set([
      ...tokens.map(({ symbol }) => symbol),
      ...(native === undefined ? [] : [native]),
    ])
    return { tokens, byAddress, symbols: new Set([...symbols].map(symbol => symbol.toUpperCase())) }
  }

  return {
    served,
    find: chain => (shelves.has(chain) && isReadable(chain) ? described.get(chain) : undefined),
    tokens: chain => shelves.get(chain)?.tokens ?? [],
    token: (chain, address) => shelves.get(chain)?.byAddress.get(addressKey(chain, address)),
    symbols: chain => shelves.get(chain)?.symbols ?? new Set(),
  }
}

/** Tokens an indexer saw an account receive; what it holds of them is for the tokens to say. */
export type KnownTokens = (chain: CaipNetworkId, account: string) => Promise<readonly string[]>
