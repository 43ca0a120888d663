import type { CaipAddress, CaipNetworkId } from '../../../contract/caip.ts'
import { getConvertTokens } from '../../../contract/convert.ts'
import { limits } from '../../../contract/limits.ts'
import type { Network } from '../../../contract/network.ts'
import type { Readable } from '../../base/deriveMachine.ts'
import { factsOf } from '../../base/factsOf.ts'
import { createMachine } from '../../base/machine.ts'
import type { EngineContext } from '../../context.ts'
import { tokenIdOf } from '../../nouns/swaps/askedQuote.ts'
import type { SwapToken } from '../../nouns/swaps/swapQuote.ts'
import type { HoldingsRunner } from '../../nouns/tokens/createHoldings.ts'
import { createPrices } from '../../nouns/tokens/createPrices.ts'
import type { SwapTokensState } from './swapFlow.ts'
import { joinFound, joinTokens, keyThere, listedToken, networksThere, tokenThere } from './swapTokens.ts'

/** A list of the services holds for so long; one that did not come is asked for again after a while. */
const listLife = 300_000
const retryAfter = 10_000
/** As the services take it. */
const longestSearch = 128

export interface SwapTokens {
  readonly state: Readable<SwapTokensState>
  /** Asks for the list of the network where it is not known, and follows what is held. Returns the stop. */
  watch(): () => void
  search(text: string): void
  /** Where the bought token is looked for: one of `networks`, or undefined for the account's own network. */
  lookAt(network: CaipNetworkId | undefined): void
  /** Asks the services for a token that the host named, and leaves it among those found. */
  look(key: string): void
  /** Reads what chosen tokens cost, each at most once in 15 s (SPEC §9 "token price"). */
  price(tokens: readonly SwapToken[]): void
  /** The account or the network is another one. */
  begin(): void
  /** All that is known: listed, held or found. */
  all(): readonly SwapToken[]
}

interface Listed {
  readonly of: string
  readonly tokens: readonly SwapToken[] | 'failed' | undefined
  readonly at: number
}

export interface SwapTokensOptions {
  /** Where the account is; undefined while nothing is connected. */
  readonly network: () => Network | undefined
  /** Networks between which a provider swaps. Never rejects. */
  readonly crossing: () => Promise<readonly CaipNetworkId[]>
}

/** The tokens of one form. */
export function createSwapTokens(
  ctx: Pick<EngineContext, 'api' | 'clock' | 'config' | 'signal'>,
  holdings: Pick<HoldingsRunner, 'machine'>,
  { network, crossing }: SwapTokensOptions,
): SwapTokens {
  let crosses: readonly CaipNetworkId[] = []
  /** What is looked at beside the account's own network. */
  let there: Network | undefined
  const lists = new Map<string, Listed>()
  const prices = createPrices(ctx)
  const priced = new Map<CaipAddress, number | undefined>()
  let found: readonly SwapToken[] = []
  let looked: readonly SwapToken[] = []
  let searching = false
  let asking = new AbortController()
  let looking = new AbortController()
  let cancel = () => {}
  const state = createMachine<SwapTokensState, SwapTokensState>(compose(), (_, next) => next)
  const notify = () => state.dispatch(compose())

  function joined(): readonly SwapToken[] {
    const here = network()
    const list = here && lists.get(here.caipNetworkId)?.tokens
    const all = joinTokens(holdings.machine.getState().tokens, typeof list === 'object' ? list : undefined)
    return here ? all.map(token => withPrice(token, here)) : all
  }

  /** The later price of a chosen token; unknown, it has none (F27). */
  function withPrice(token: SwapToken, of: Network): SwapToken {
    const id = tokenIdOf(of, token)
    if (!priced.has(id)) return token
    const { price: _, ...plain } = token
    const price = priced.get(id)
    return price === undefined ? plain : { ...plain, price }
  }

  function compose(): SwapTokensState {
    const here = network()
    const { currency } = holdings.machine.getState()
    if (!here) return { at: 'loading', tokens: [], networks: [], found: [], searching: false, currency }
    const at = stateOf(lists.get(here.caipNetworkId)?.tokens)
    const networks = networksThere(ctx.config.networks, here, crosses)
    const tokens = joined()
    const own = { at, tokens, networks, searching, currency }
    if (!there) return { ...own, found: joinFound(found, tokens) }
    const { caipNetworkId } = there
    // A host may ask for one that no provider goes to.
    if (!networks.includes(caipNetworkId)) return { ...own, found: [] }
    const list = lists.get(caipNetworkId)?.tokens
    const others = joinTokens([], typeof list === 'object' ? list : undefined)
    const priced = (token: SwapToken) => withPrice(tokenThere(token, caipNetworkId), here)
    return {
      ...own,
      there: { caipNetworkId, at: stateOf(list), tokens: others.map(priced) },
      found: joinFound(found, others).map(priced),
    }
  }

  async function ask(
    of: Network,
    search: string | undefined,
    signal: AbortSignal,
  ): Promise<readonly SwapToken[]> {
    const api = await ctx.api()
    const query = { chainId: of.caipNetworkId, ...(search !== undefined && { search }) }
    const { tokens } = await api.call(getConvertTokens, { query, signal })
    const place = { network: of, spelling: factsOf(ctx.config, of.chainNamespace).tokens }
    const seen = new Set<string>()
    return tokens.flatMap(each => {
      const token = listedToken(each, place)
      return token && !seen.has(token.key) && seen.add(token.key) ? token : []
    })
  }

  function list(here = network()): void {
    const now = ctx.clock.now()
    const known = here && lists.get(here.caipNetworkId)
    if (!here || (known && now - known.at < (known.tokens === 'failed' ? retryAfter : listLife))) return
    const of = here.caipNetworkId
    const keep = (tokens: Listed['tokens']) => {
      lists.set(of, { of, tokens, at: now })
      notify()
    }
    // One that is asked for anew stands until it comes.
    keep(known?.tokens === 'failed' ? undefined : known?.tokens)
    const before = known?.tokens
    ask(here, undefined, ctx.signal).then(keep, () => keep(typeof before === 'object' ? before : 'failed'))
  }

  function cross(): void {
    void crossing().then(now => {
      crosses = now
      notify()
    })
  }

  function stopSearch(): void {
    cancel()
    asking.abort()
  }

  return {
    state,
    watch() {
      const off = holdings.machine.subscribe(notify)
      list()
      cross()
      notify()
      return off
    },
    search(text) {
      stopSearch()
      asking = new AbortController()
      const { signal } = asking
      const sought = text.trim().slice(0, longestSearch)
      const here = there ?? network()
      found = []
      searching = sought !== '' && here !== undefined
      notify()
      if (!here || sought === '') return
      const tell = (tokens: readonly SwapToken[]) => {
        if (signal.aborted) return
        found = tokens
        searching = false
        notify()
      }
      cancel = ctx.clock.setTimeout(() => {
        ask(here, sought, signal).then(tell, () => tell([]))
      }, limits.debounce)
    },
    lookAt(id) {
      const here = network()
      stopSearch()
      found = []
      searching = false
      there =
        id === here?.caipNetworkId
          ? undefined
          : ctx.config.networks.find(({ caipNetworkId }) => caipNetworkId === id)
      if (there) list(there)
      notify()
    },
    look(key) {
      // One of another network is named with it.
      const of = there && key.startsWith(keyThere(there.caipNetworkId, '')) ? there : undefined
      const here = of ?? network()
      if (!here) return
      const { signal } = looking
      const sought = of ? key.slice(keyThere(of.caipNetworkId, '').length) : key
      ask(here, sought, signal).then(
        tokens => {
          if (signal.aborted) return
          const same = tokens.filter(token => token.key === sought)
          looked = [...looked, ...(of ? same.map(token => tokenThere(token, of.caipNetworkId)) : same)]
          notify()
        },
        // One that cannot be found stays unchosen.
        () => undefined,
      )
    },
    price(chosen) {
      const here = network()
      if (!here || here.testnet || !ctx.config.endpoints?.api) return
      for (const token of chosen) {
        const id = tokenIdOf(here, token)
        if (ctx.clock.now() < prices.dueAt(id)) continue
        prices.read(id, ctx.signal).then(
          price => {
            const isNews = !priced.has(id) || priced.get(id) !== price
            priced.set(id, price)
            if (isNews) notify()
          },
          // What was known stands.
          () => undefined,
        )
      }
    },
    begin() {
      stopSearch()
      looking.abort()
      looking = new AbortController()
      found = []
      looked = []
      searching = false
      there = undefined
      list()
      cross()
      notify()
    },
    all() {
      const { tokens: own, there: away, found: others, networks } = state.getState()
      const here = network()
      const known = looked.filter(({ caipNetworkId: of }) => of === undefined || networks.includes(of))
      const tokens = [...own, ...(away?.tokens ?? [])]
      const keys = new Set(tokens.map(({ key }) => key))
      const rest = away
        ? [...others, ...known].filter(({ key }) => !keys.has(key))
        : joinFound([...others, ...known], own)
      return [...tokens, ...(here ? rest.map(token => withPrice(token, here)) : rest)]
    },
  }
}

function stateOf(list: Listed['tokens']): SwapTokensState['at'] {
  if (list === undefined) return 'loading'
  if (list === 'failed') return list
  return list.length > 0 ? 'known' : 'unsupported'
}
