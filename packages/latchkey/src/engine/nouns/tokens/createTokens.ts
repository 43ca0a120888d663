/** What the active account holds, asked of the wallet and of the services. A chunk of its own, by `engine.tokens()`. */
import { toDecimalString } from '../../../contract/amount.ts'
import { getAccountBalance } from '../../../contract/balance.ts'
import { addressOf, type CaipAddress, namespaceOf } from '../../../contract/caip.ts'
import { isUnsupportedNetwork } from '../../../contract/isUnsupportedNetwork.ts'
import { limits } from '../../../contract/limits.ts'
import type { Network } from '../../../contract/network.ts'
import { keepLooking } from '../../base/keepLooking.ts'
import { createMachine } from '../../base/machine.ts'
import { type PageSight, pageSight } from '../../base/pageSight.ts'
import { wait } from '../../base/wait.ts'
import type { EngineContext } from '../../context.ts'
import { networkOf } from '../accounts/projectState.ts'
import { keepPortfolio, recallPortfolio } from './portfolioCache.ts'
import { mergePrices, readAssets, readBalances } from './readTokens.ts'
import type { Portfolio, Token, Tokens } from './tokens.ts'
import { noTokens, type TokensEvent, tokensTransition } from './tokensTransition.ts'
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
> & { readonly config: Pick<EngineContext['config'], 'networks' | 'endpoints' | 'basic'> }

interface Holder {
  readonly caip10: CaipAddress
  readonly network: Network
  readonly connectionId: string
}

interface Question {
  readonly force: boolean
  isAsked: boolean
  done: Promise<void>
}

/** The tokens of one engine. */
export function createTokens(ctx: TokensContext, sight: PageSight = pageSight()): Tokens<TokensEvent> {
  const { clock, signal } = ctx
  const machine = createMachine(noTokens, tokensTransition)
  const running = new Map<string, Question>()
  const recalled = new Set<string>()

  function holder(): Holder | undefined {
    const connections = ctx.connections.getState()
    const namespace = connections.activeNamespace
    const active = connections.active[namespace]
    if (!active || ctx.config.basic || signal.aborted) return undefined
    return { ...active, network: networkOf(connections, ctx.config.networks, namespace) }
  }

  /** What the wallet itself lists; undefined where it has no such call, or does not answer. */
  async function askWallet({ caip10, network, connectionId }: Holder): Promise<readonly Token[] | undefined> {
    const assets = ctx.live.get(connectionId, namespaceOf(caip10))?.abilities.assets
    if (!assets) return undefined
    try {
      const answer = await Promise.race([
        assets({ account: caip10, network }),
        wait(clock, walletPatience, signal).then(() => undefined),
      ])
      return answer && readAssets(answer, network)
    } catch {
      return undefined
    }
  }

  /** What the services list; undefined where they do not answer for the network. @throws LatchkeyError as `Api.call`. */
  async function askServices(
    { caip10, network }: Holder,
    force: boolean,
  ): Promise<readonly Token[] | undefined> {
    if (!ctx.config.endpoints?.api) return undefined
    const { caipNetworkId } = network
    const api = await ctx.api()
    if (!(await api.supported(caipNetworkId))) return undefined
    const { balances } = await api.call(getAccountBalance, {
      params: { address: addressOf(caip10) },
      query: { currency, chainId: caipNetworkId, ...(force && { forceUpdate: 'true' as const }) },
      signal,
    })
    // The network's own currency is always among what they know of one.
    return balances.length > 0 ? readBalances(balances, network) : undefined
  }

  async function read(of: Holder, force: boolean): Promise<readonly Token[] | undefined> {
    const assets = await askWallet(of)
    if (assets?.every(({ value }) => value !== undefined)) return assets
    try {
      const priced = await askServices(of, force)
      return assets && priced ? mergePrices(assets, priced) : (assets ?? priced)
    } catch (cause) {
      // What the wallet says is worth showing without prices.
      if (assets) return assets
      throw cause
    }
  }

  async function ask(of: Holder, force: boolean): Promise<void> {
    const { caip10 } = of
    machine.dispatch({ type: 'asked', caip10 })
    const retryAt = () => clock.now() + limits.balanceRetryGap
    try {
      // A page that reaches nobody has not asked, so nothing has to be waited for once it does.
      if (!sight.isOnline()) {
        machine.dispatch({ type: 'failed', caip10, retryAt: clock.now() })
        return
      }
      const tokens = await read(of, force)
      if (signal.aborted) return
      if (!tokens) {
        machine.dispatch({ type: 'unsupported', caip10, retryAt: retryAt() })
        return
      }
      const portfolio = toPortfolio(tokens, currency, clock.now())
      machine.dispatch({ type: 'known', caip10, portfolio })
      tell(caip10, portfolio)
      correctBalance(caip10, portfolio)
      void keepPortfolio(ctx.storage, caip10, portfolio)
    } catch {
      if (!signal.aborted) machine.dispatch({ type: 'failed', caip10, retryAt: retryAt() })
    }
  }

  function tell(caip10: CaipAddress, { tokens }: Portfolio): void {
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

  async function recall({ caip10, network }: Holder): Promise<void> {
    if (recalled.has(caip10)) return
    recalled.add(caip10)
    const portfolio = await recallPortfolio(ctx.storage, caip10, network).catch(() => undefined)
    if (!portfolio || signal.aborted || machine.getState().portfolios[caip10]) return
    machine.dispatch({ type: 'recalled', caip10, portfolio })
    tell(caip10, portfolio)
  }

  async function refresh({ force = false } = {}): Promise<void> {
    const of = holder()
    if (!of) return
    const { caip10, network } = of
    if (network.testnet || isUnsupportedNetwork(network)) {
      machine.dispatch({ type: 'unsupported', caip10, retryAt: Number.POSITIVE_INFINITY })
      return
    }
    const before = running.get(caip10)
    // The answer to one that is asked already may be from before.
    if (before && (!force || (before.force && !before.isAsked))) return before.done
    const question: Question = { force, isAsked: false, done: Promise.resolve() }
    running.set(caip10, question)
    question.done = (async () => {
      await before?.done
      await recall(of)
      const { portfolios, retryAt, failed } = machine.getState()
      const known = portfolios[caip10]
      // A clock that was put right leaves times of the future behind (F38).
      const now = clock.now()
      const isFresh = known && Math.abs(now - known.at) < limits.portfolioCache && !failed.includes(caip10)
      const hold = (retryAt[caip10] ?? 0) - now
      if (!force && (isFresh || (hold > 0 && hold <= limits.balanceRetryGap))) return
      question.isAsked = true
      await ask(of, force)
    })().finally(() => {
      if (running.get(caip10) === question) running.delete(caip10)
    })
    return question.done
  }

  // What was spent is gone from the list as soon as the chain says so.
  const off = ctx.facts.on('sendSettled', ({ caipNetworkId, status }) => {
    const isSpent = status === 'confirmed' || status === 'failed' || status === 'replaced'
    if (isSpent && holder()?.network.caipNetworkId === caipNetworkId) void refresh({ force: true })
  })
  signal.addEventListener('abort', off)

  return {
    machine,
    refresh,
    watch: () => keepLooking(ctx, { sight, refresh, dueAt }),
  }

  /** When the active account is to be asked for again; infinite where nobody is to be asked. */
  function dueAt(): number {
    const of = holder()
    if (!of) return Number.POSITIVE_INFINITY
    const { portfolios, retryAt, failed, unsupported } = machine.getState()
    if (unsupported.includes(of.caip10)) return Number.POSITIVE_INFINITY
    const known = portfolios[of.caip10]
    const again = retryAt[of.caip10]
    const now = clock.now()
    if (again !== undefined && (failed.includes(of.caip10) || !known))
      return Math.min(again, now + limits.balanceRetryGap)
    return Math.min(known?.at ?? now, now) + limits.portfolioCache
  }
}
