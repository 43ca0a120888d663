import type { Address, Hex } from 'viem'
import type { Clock } from '../../core/http/appTypes.ts'
import { viem } from '../../core/libraries/viem.ts'
import { addressKey } from '../namespaces/namespaces.ts'
import type { RpcProxy } from '../rpc/createRpcProxy.ts'
import type { ChainFacts, Token } from './chainFacts.ts'
import { cleanText } from './cleanText.ts'
import type { ChainBook } from './createChainBook.ts'
import { readContracts } from './readContracts.ts'
import { isSpamAsset } from './spam.ts'
import { toIconUrl } from './toIconUrl.ts'

/** A token as the services show it. */
export interface TokenFacts extends Token {
  /** Whether it looks like bait; never for a listed token. */
  readonly isSpam: boolean
  /** Only for a listed token. */
  readonly iconUrl: string | null
  /** Which amount a price is for is not known, the chain's or a multiple of it that wallets show; so the price is unknown. */
  readonly isScaled?: true
}

/**
 * Reads a token's words: from its list entry, or from its contract. Null for an address that is no token with a name.
 * @throws ChainUnreadable
 */
export type ReadTokenFacts = (
  chain: ChainFacts,
  addresses: readonly string[],
) => Promise<(TokenFacts | null)[]>

// The first four bytes of keccak256 of name(), symbol() and decimals().
const selectors = ['0x06fdde03', '0x95d89b41', '0x313ce567'] as const

const lifetime = 6 * 3_600_000
const most = 20_000
/** Characters that are shown of what a token says of itself. */
export const longestName = 128
export const longestSymbol = 32

/** Reads unlisted tokens from their contracts, and caches the result for hours. */
export function createTokenFacts(deps: {
  readonly proxy: Pick<RpcProxy, 'call'>
  readonly book: ChainBook
  /** Tokens the operator calls spam, as CAIP-10 in one spelling. */
  readonly spamTokens: ReadonlySet<string>
  readonly clock: Clock
}): ReadTokenFacts {
  const { proxy, book, spamTokens, clock } = deps
  const kept = new Map<string, { readonly facts: TokenFacts | null; readonly until: number }>()

  function keep(name: string, facts: TokenFacts | null): TokenFacts | null {
    kept.set(name, { facts, until: clock() + lifetime })
    const oldest = kept.keys().next()
    if (kept.size > most && !oldest.done) kept.delete(oldest.value)
    return facts
  }

  return async (chain, addresses) => {
    const nameOf = (address: string) => `${chain.id}/${addressKey(chain.id, address)}`
    const known = new Map<string, TokenFacts | null>()
    for (const address of addresses) {
      const listed = book.token(chain.id, address)
      const entry = kept.get(nameOf(address))
      if (listed !== undefined)
        known.set(nameOf(address), { ...listed, isSpam: false, iconUrl: toIconUrl(listed.symbol) })
      else if (entry !== undefined && clock() < entry.until) known.set(nameOf(address), entry.facts)
    }
    const missing = addresses.filter(address => !known.has(nameOf(address)))
    const answers = await readContracts(
      { proxy, chain },
      missing.flatMap(to => selectors.map(data => ({ to: to as Address, data }))),
    )
    for (const [index, address] of missing.entries()) {
      const [name, symbol, decimals] = answers.slice(index * selectors.length)
      known.set(nameOf(address), keep(nameOf(address), toFacts({ address, name, symbol, decimals })))
    }
    return addresses.map(address => known.get(nameOf(address)) ?? null)

    function toFacts(raw: {
      address: string
      name: Hex | undefined
      symbol: Hex | undefined
      decimals: Hex | undefined
    }): TokenFacts | null {
      const scale = readDecimals(raw.decimals)
      const said = { name: readText(raw.name), symbol: readText(raw.symbol) }
      const symbol = cleanText(said.symbol, longestSymbol)
      const name = cleanText(said.name, longestName) ?? symbol
      if (scale === undefined || symbol === null || name === null) return null
      const isSpam = isSpamAsset(
        { address: raw.address, name: said.name ?? null, symbol: said.symbol ?? null, fungible: true },
        {
          // Listed tokens are never read from the contract.
          vouched: () => false,
          symbols: book.symbols(chain.id),
          listed: address => spamTokens.has(`${chain.id}:${addressKey(chain.id, address)}`),
        },
      )
      return { address: raw.address, name, symbol, decimals: scale, isSpam, iconUrl: null }
    }
  }
}

/** A string as Solidity returns it, or as the 32 bytes that early tokens have. */
function readText(data: Hex | undefined): string | undefined {
  if (data === undefined || data.length > 20_000) return undefined
  try {
    if (data.length === 66) return viem().hexToString(data, { size: 32 }).replace(/\0+$/, '')
    return viem().decodeAbiParameters([{ type: 'string' }], data)[0]
  } catch {
    return undefined
  }
}

/** ERC-20's `decimals` is one byte. */
function readDecimals(data: Hex | undefined): number | undefined {
  if (data === undefined || data.length !== 66) return undefined
  const value = BigInt(data)
  return value <= 255n ? Number(value) : undefined
}
