import type { CaipNetworkId } from 'latchkey/contract'
import type { Clock } from '../../../../core/http/appTypes.ts'
import { chainAddress } from '../../../../data/namespaces/namespaces.ts'
import type { ConvertProvider } from '../../convertProvider.ts'
import type { ProviderAnswer, ProviderRequest } from '../../createProviderClient.ts'
import { parseAnswer } from '../parseAnswer.ts'
import { lifiNetworks } from './lifiNetworks.ts'
import { lifiTokensSchema } from './lifiShapes.ts'

/** Milliseconds. */
const lifetime = 3_600_000
/** Tokens that one search gives: symbol and decimals of each are read from the chain. */
const mostFound = 20

interface Listed {
  readonly address: string
  readonly words: string
  readonly symbol: string
}

/** Searches LI.FI's list of a network, one request an hour for each; without a search there is nothing to say. */
export function createLifiTokens(options: {
  readonly ask: (request: ProviderRequest) => Promise<ProviderAnswer>
  readonly clock: Clock
}): NonNullable<ConvertProvider['tokens']> {
  const { ask, clock } = options
  const lists = new Map<
    CaipNetworkId,
    { readonly until: number; readonly tokens: Promise<readonly Listed[]> }
  >()

  async function read(network: CaipNetworkId, signal: AbortSignal): Promise<readonly Listed[]> {
    const { number, native } = lifiNetworks.get(network) ?? {}
    if (number === undefined) return []
    const { body } = await ask({ path: '/tokens', query: { chains: String(number) }, signal })
    const all = parseAnswer(lifiTokensSchema, body).tokens[number] ?? []
    return all.flatMap(({ address, symbol, name, verificationStatus }) => {
      const written = address === native ? undefined : chainAddress(network, address)
      if (written === undefined || verificationStatus === 'flagged') return []
      return [{ address: written, symbol: symbol.toLowerCase(), words: `${symbol} ${name}`.toLowerCase() }]
    })
  }

  return async (chain, search) => {
    const wanted = search?.trim().toLowerCase() ?? ''
    // An address needs no list: the chain itself says what is there.
    if (wanted.length < 2 || chainAddress(chain.id, search?.trim() ?? '') !== undefined) return []
    let list = lists.get(chain.id)
    if (list === undefined || clock() >= list.until) {
      const tokens = read(chain.id, new AbortController().signal)
      list = { until: clock() + lifetime, tokens }
      lists.set(chain.id, list)
      tokens.catch(() => lists.get(chain.id)?.tokens === tokens && lists.delete(chain.id))
    }
    const found = (await list.tokens).filter(({ words }) => words.includes(wanted))
    const rank = ({ symbol }: Listed) => (symbol === wanted ? 0 : symbol.startsWith(wanted) ? 1 : 2)
    return found
      .toSorted((one, other) => rank(one) - rank(other))
      .slice(0, mostFound)
      .map(({ address }) => address)
  }
}
