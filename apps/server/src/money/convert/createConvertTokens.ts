import { addressOf, type CaipAddress, namespaceOf } from 'latchkey/contract'
import { nativeTokenAddresses, type WireSwapToken } from 'latchkey/services'
import type { ChainFacts } from '../../data/chains/chainFacts.ts'
import type { ChainBook } from '../../data/chains/createChainBook.ts'
import type { ReadTokenFacts, TokenFacts } from '../../data/chains/createTokenFacts.ts'
import { toIconUrl } from '../../data/chains/toIconUrl.ts'
import { addressKey, chainAddress } from '../../data/namespaces/namespaces.ts'
import { type AskContext, askProvider } from './askProvider.ts'
import type { ConvertProvider, ConvertToken } from './convertProvider.ts'

/** What can be swapped on a chain. */
export interface ConvertTokens {
  /** Undefined for what is no token, or looks like bait. @throws ChainUnreadable */
  find(chain: ChainFacts, caip: CaipAddress): Promise<ConvertToken | undefined>
  /** The native currency, then listed tokens, then those of providers. @throws ChainUnreadable */
  list(
    chain: ChainFacts,
    providers: readonly ConvertProvider[],
    search: string | undefined,
  ): Promise<readonly WireSwapToken[]>
}

/** Tokens of one answer, and how many of them may be by providers alone. */
const most = 1_000
const mostUnlisted = 200

export function createConvertTokens(deps: {
  readonly book: ChainBook
  /** By the chain itself, of listed tokens too. */
  readonly tokenFacts: ReadTokenFacts
  readonly context: AskContext
}): ConvertTokens {
  const { book, tokenFacts, context } = deps

  function toWire(chain: ChainFacts, token: TokenFacts): WireSwapToken | undefined {
    const listed = book.token(chain.id, token.address)
    if (listed === undefined && token.isSpam) return undefined
    const { name, symbol, decimals } = token
    const logoUri = listed === undefined ? null : toIconUrl(listed.symbol)
    const address: CaipAddress = `${chain.id}:${listed?.address ?? token.address}`
    return { address, name: listed?.name ?? name, symbol, decimals, logoUri, listed: listed !== undefined }
  }

  /** Addresses beyond the lists: the one that is searched for, and those of providers that answer. */
  async function unlisted(
    chain: ChainFacts,
    providers: readonly ConvertProvider[],
    search: string | undefined,
  ): Promise<readonly string[]> {
    const given = search === undefined ? undefined : chainAddress(chain.id, search)
    const answers = await Promise.allSettled(
      providers.map(async provider => {
        const tokens = provider.tokens?.bind(provider)
        if (tokens === undefined) return []
        return await askProvider(context, provider.id, signal => tokens(chain, search, signal))
      }),
    )
    const all = [
      ...(given === undefined ? [] : [given]),
      ...answers.flatMap(answer => (answer.status === 'fulfilled' ? answer.value : [])),
    ].flatMap(address => chainAddress(chain.id, address) ?? [])
    const isNew = (address: string) =>
      book.token(chain.id, address) === undefined && !isNative(chain, address)
    return [...new Set(all)].filter(isNew).slice(0, mostUnlisted)
  }

  return {
    async find(chain, caip) {
      const address = addressOf(caip)
      if (isNative(chain, address)) {
        const { symbol, decimals } = chain.nativeCurrency
        return { caip, address: undefined, symbol, decimals }
      }
      // Only what can be an address there is asked for.
      const [facts] = chainAddress(chain.id, address) === undefined ? [] : await tokenFacts(chain, [address])
      const token = facts ? toWire(chain, facts) : undefined
      if (token === undefined) return undefined
      return {
        caip,
        address: addressOf(token.address as CaipAddress),
        symbol: token.symbol,
        decimals: token.decimals,
      }
    },
    async list(chain, providers, search) {
      const wanted = search?.trim().toLowerCase()
      const key = search === undefined ? undefined : addressKey(chain.id, search.trim())
      const matches = (token: { readonly name: string; readonly symbol: string; readonly address: string }) =>
        wanted === undefined ||
        wanted === '' ||
        token.name.toLowerCase().includes(wanted) ||
        token.symbol.toLowerCase().includes(wanted) ||
        addressKey(chain.id, token.address) === key
      const stand = nativeTokenAddresses[namespaceOf(chain.id)] ?? ''
      const { name, symbol, decimals } = chain.nativeCurrency
      const native = { address: stand, name, symbol }
      const listed = book
        .tokens(chain.id)
        .filter(matches)
        .slice(0, most - 1)
      const others = await unlisted(chain, providers, search?.trim())
      const facts = await tokenFacts(chain, [...listed.map(({ address }) => address), ...others])
      return [
        ...(matches(native)
          ? [
              {
                address: `${chain.id}:${stand}` as CaipAddress,
                name,
                symbol,
                decimals,
                logoUri: toIconUrl(symbol),
                listed: true,
              },
            ]
          : []),
        ...facts.flatMap(token => (token ? (toWire(chain, token) ?? []) : [])),
      ].slice(0, most)
    },
  }
}

/** Whether an address stands for the chain's own currency. */
export function isNative(chain: Pick<ChainFacts, 'id'>, address: string): boolean {
  return addressKey(chain.id, address) === nativeTokenAddresses[namespaceOf(chain.id)]
}
