/** What the active account holds, asked of the wallet and of the services. A chunk of its own, by `engine.tokens()`. */
import { toDecimalString } from '../../../contract/amount.ts'
import { getAccountBalance } from '../../../contract/balance.ts'
import { type CaipAddress, namespaceOf } from '../../../contract/caip.ts'
import { isUnsupportedNetwork } from '../../../contract/isUnsupportedNetwork.ts'
import { limits } from '../../../contract/limits.ts'
import type { Network } from '../../../contract/network.ts'
import { accountResource, type ReadOptions } from '../../base/accountResource.ts'
import { deriveMachine } from '../../base/deriveMachine.ts'
import { factsOf } from '../../base/factsOf.ts'
import { type PageSight, pageSight } from '../../base/pageSight.ts'
import type { ResourceEntry, ResourceState } from '../../base/resourceTransition.ts'
import { wait } from '../../base/wait.ts'
import type { EngineContext } from '../../context.ts'
import { type ActiveAccount, activeAccount } from '../accounts/activeAccount.ts'
import { keepPortfolio, recallPortfolio } from './portfolioCache.ts'
import { mergePrices, readAssets, readBalances } from './readTokens.ts'
import type { Portfolio, Token, Tokens, TokensState } from './tokens.ts'
import { toPortfolio, toTokenBalance } from './toPortfolio.ts'

/** What values are in: the one currency that the services price in for certain. */
const currency = 'usd'
/** A wallet that does not answer in this time is not waited for. */
const walletPatience = 3_000

/** What tokens need of an engine. */
export type TokensContext = Pick<
  EngineContext,
  | 'clock'
  | 'storage'
  | 'connections'
  | 'balances'
  | 'tokenBalances'
  | 'live'
  | 'api'
  | 'facts'
  | 'signal'
  | 'isInPage'
> & { readonly config: Pick<EngineContext['config'], 'adapters' | 'networks' | 'endpoints' | 'basic'> }

/** The known holdings of one account. */
interface Holdings {
  readonly portfolio?: Portfolio
  /** Whether no source could answer the last question. */
  readonly isUnsupported: boolean
}

/** The tokens of one engine. */
export function createTokens(ctx: TokensContext, sight: PageSight = pageSight()): Tokens {
  const { clock, signal: life } = ctx
  const spellingOf = (network: Network) => factsOf(ctx.config, network.chainNamespace).tokens
  const resource = accountResource<ActiveAccount, Holdings, readonly Token[] | undefined>(ctx, {
    subject: () => (ctx.config.basic ? undefined : activeAccount(ctx)),
    read,
    join: (before, tokens) =>
      tokens
        ? { portfolio: toPortfolio(tokens, currency, clock.now()), isUnsupported: false }
        : { ...before, isUnsupported: true },
    fresh: limits.portfolioCache,
    retryGap: limits.balanceRetryGap,
    // A wallet cannot be told that its list is not wanted any more, and whose it is stays so.
    forced: 'follows',
    leaving: 'finished',
    isReachable: sight.isOnline,
    every: ({ failed, data }) =>
      failed ? limits.balanceRetryGap : data?.isUnsupported ? undefined : limits.portfolioCache,
    async recall({ caip10, network }) {
      const portfolio = await recallPortfolio(ctx.storage, caip10, network, spellingOf(network)).catch(
        () => undefined,
      )
      return portfolio && { data: { portfolio, isUnsupported: false }, at: portfolio.at }
    },
    answered({ caip10 }, { portfolio, isUnsupported }, { answer }) {
      if (!portfolio || isUnsupported) return
      notify(caip10, portfolio)
      if (!answer) return
      correctBalance(caip10, portfolio)
      void keepPortfolio(ctx.storage, caip10, portfolio)
    },
    sight,
  })
  const machine = deriveMachine([resource.machine], () => toTokensState(resource.machine.getState()))

  /** What the wallet itself lists; undefined where it has no such call, or does not answer. */
  async function askWallet({
    caip10,
    network,
    connectionId,
  }: ActiveAccount): Promise<readonly Token[] | undefined> {
    const assets = ctx.live.get(connectionId, namespaceOf(caip10))?.abilities.assets
    if (!assets) return undefined
    try {
      const answer = await Promise.race([
        assets({ account: caip10, network }),
        wait(clock, walletPatience, life).then(() => undefined),
      ])
      const { connections } = ctx.connections.getState()
      const isOwn = connections.find(({ id }) => id === connectionId)?.transport === 'embedded'
      return answer && readAssets(answer, network, spellingOf(network), isOwn)
    } catch {
      return undefined
    }
  }

  /** What the services list; undefined where they do not answer for the network. @throws LatchkeyError as `Api.call`. */
  async function askServices(
    { address, network }: ActiveAccount,
    { force, signal }: ReadOptions,
  ): Promise<readonly Token[] | undefined> {
    if (!ctx.config.endpoints?.api) return undefined
    const { caipNetworkId } = network
    const api = await ctx.api()
    if (!(await api.supported(caipNetworkId))) return undefined
    const { balances } = await api.call(getAccountBalance, {
      params: { address },
      query: { currency, chainId: caipNetworkId, ...(force && { forceUpdate: 'true' as const }) },
      signal,
    })
    // The network's own currency is always among what they know of one.
    return balances.length > 0 ? readBalances(balances, network, spellingOf(network)) : undefined
  }

  async function read(of: ActiveAccount, options: ReadOptions): Promise<readonly Token[] | undefined> {
    if (of.network.testnet || isUnsupportedNetwork(of.network)) return undefined
    const assets = await askWallet(of)
    if (assets?.every(({ value }) => value !== undefined)) return assets
    try {
      const priced = await askServices(of, options)
      return assets && priced ? mergePrices(assets, priced) : (assets ?? priced)
    } catch (cause) {
      // What the wallet says is worth showing without prices.
      if (assets) return assets
      throw cause
    }
  }

  function notify(caip10: CaipAddress, { tokens }: Portfolio): void {
    const known = { ...ctx.tokenBalances.getState(), [caip10]: tokens.map(toTokenBalance) }
    ctx.tokenBalances.dispatch(known)
  }

  /** The account's head must not say less or more than its list, once that is the newer of the two. */
  function correctBalance(caip10: CaipAddress, { tokens, at }: Portfolio): void {
    const native = tokens.find(({ key }) => key === 'native')
    const before = ctx.balances.getState()[caip10]
    if (!native || (before && at - before.at < limits.nativeBalanceCache)) return
    const balance = { amount: toDecimalString(native.amount), symbol: native.symbol, at }
    ctx.balances.dispatch({ type: 'known', caip10, balance })
  }

  async function refresh({ force = false } = {}): Promise<void> {
    await resource.refresh({ force })
  }

  // Spent tokens leave the list as soon as the chain says so.
  for (const type of ['sendSettled', 'swapSettled'] as const) {
    const off = ctx.facts.on(type, ({ caipNetworkId, status }) => {
      const isSpent = status === 'confirmed' || status === 'failed' || status === 'replaced'
      if (isSpent && activeAccount(ctx)?.network.caipNetworkId === caipNetworkId)
        void refresh({ force: true })
    })
    life.addEventListener('abort', off)
  }

  return { machine, refresh, watch: resource.watch }
}

function toTokensState({ entries }: ResourceState<Holdings>): TokensState {
  const all = Object.entries(entries)
  const keys = (is: (entry: ResourceEntry<Holdings>) => unknown) =>
    all.filter(([, entry]) => is(entry)).map(([key]) => key)
  return {
    portfolios: Object.fromEntries(
      all.flatMap(([key, { data }]) => (data?.portfolio ? [[key, data.portfolio] as const] : [])),
    ),
    failed: keys(({ failed }) => failed),
    unsupported: keys(({ failed, data }) => !failed && data?.isUnsupported),
    retryAt: Object.fromEntries(
      all.flatMap(([key, { failed }]) => (failed ? [[key, failed.retryAt] as const] : [])),
    ),
    loading: keys(({ reading }) => reading),
  }
}
