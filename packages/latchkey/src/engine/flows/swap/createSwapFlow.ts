/** Swapping as far as the form: tokens, amounts and quotes (SPEC-NOTES §4 "Swap"). */
import { type Amount, toDecimalString } from '../../../contract/amount.ts'
import { mostSlippageBps } from '../../../contract/swap.ts'
import { factsOf } from '../../base/factsOf.ts'
import { createMachine } from '../../base/machine.ts'
import { pageSight } from '../../base/pageSight.ts'
import type { Engine } from '../../engine.ts'
import { activeAccount } from '../../nouns/accounts/activeAccount.ts'
import { activeNetwork } from '../../nouns/accounts/activeNetwork.ts'
import { isContractAccount } from '../../nouns/accounts/isContractAccount.ts'
import { writeTypedAmount } from '../../nouns/amounts/readTypedAmount.ts'
import type { AskedQuote } from '../../nouns/swaps/askedQuote.ts'
import { canSwap } from '../../nouns/swaps/canSwap.ts'
import { type Contracts, createContracts } from '../../nouns/swaps/createContracts.ts'
import { defaultImpactLimit } from '../../nouns/swaps/judgePlan.ts'
import { readQuotes } from '../../nouns/swaps/readQuotes.ts'
import { createHoldings } from '../../nouns/tokens/createHoldings.ts'
import { createQuotes } from './createQuotes.ts'
import { createSwapTokens } from './createSwapTokens.ts'
import { feeOfSwap } from './feeOfSwap.ts'
import { emptyForm, formTransition } from './formTransition.ts'
import type { SwapFlow, SwapIntent, SwapSide, SwapTodo } from './swapFlow.ts'
import { swapTodo, typedAmount } from './swapTodo.ts'
import { wantTokens } from './wantTokens.ts'

/** The form as the review uses it. */
export interface OwnSwapFlow extends SwapFlow {
  readonly contracts: Contracts
  /** Takes what this flow made, once. False for what a host made up. */
  take(intent: SwapIntent | undefined): intent is SwapIntent
  /** What the form asks for, and whether all there is was taken; undefined while something is missing. */
  asked(): AskedQuote | undefined
  /** Held of the network's own currency; undefined while unknown. */
  native(): Amount | undefined
  /** Another id for the filled-in form: what was asked for under the old one may still come. */
  renew(): void
  /** Begins anew; the account, the network and the tokens stay. */
  reset(): void
  /** While the wallet asks, no quotes are asked for. */
  pause(paused: boolean): void
}

/** The form of one engine; it ends with it. */
export function createSwapFlow(engine: Pick<Engine, 'ctx' | 'tokens'>, sight = pageSight()): OwnSwapFlow {
  const { ctx } = engine
  const { locale } = ctx.config
  const account = () => activeAccount(ctx)
  const owner = () => account()?.owner
  const form = createMachine(emptyForm(ctx.random.id(), owner()), formTransition)
  const contracts = createContracts(ctx)
  const holdings = createHoldings(engine, () => {
    const here = account()
    return here && { caip10: here.owner, network: here.network }
  })
  const tokens = createSwapTokens(ctx, holdings, {
    network: () => account()?.network,
    // A contract's account need not be the same one's elsewhere.
    crossing: async () => (isContractAccount(ctx) ? [] : contracts.crossing()),
  })
  const quotes = createQuotes(ctx, {
    form,
    asked,
    read: (wanted, signal) =>
      readQuotes(ctx, wanted, swapping => contracts.of(wanted.network, swapping), signal),
    sight,
  })
  const awaited = new WeakSet<SwapIntent>()
  const made = (intent: SwapIntent) => {
    awaited.add(intent)
    return intent
  }
  let sharing = new AbortController()

  function asked(): AskedQuote | undefined {
    const now = form.getState()
    const { sell, buy, side, slippageBps } = now
    const here = account()
    const amount = typedAmount(now, locale)
    if (!here || here.owner !== now.owner || !sell || !buy || sell.key === buy.key) return undefined
    if (amount.at !== 'amount' || slippageBps > mostSlippageBps || !canSwap(ctx)) return undefined
    const exact = side === 'sell' ? 'in' : 'out'
    return {
      from: here.owner,
      network: here.network,
      sell,
      buy,
      exact,
      amount: amount.amount.value,
      slippageBps,
    }
  }

  const write = (value: bigint, decimals: number) =>
    writeTypedAmount(toDecimalString({ value, decimals }), locale)

  const native = () => holdings.machine.getState().tokens.find(({ key }) => key === 'native')?.amount

  function todo(): SwapTodo | undefined {
    return swapTodo(form.getState(), {
      supported: canSwap(ctx) && tokens.state.getState().at !== 'unsupported',
      locale,
      native: native(),
      impactLimit: ctx.config.swapPriceImpactLimit ?? defaultImpactLimit,
    })
  }

  /** Does what changes the form, and asks for quotes when that left none. */
  function change(run: () => void, delay?: number): void {
    const { quotes: before } = form.getState()
    sharing.abort()
    run()
    if (form.getState().quotes !== before || before.at === 'idle') quotes.changed(delay)
  }

  function begin(): void {
    sharing.abort()
    form.dispatch({ type: 'began', id: ctx.random.id(), owner: owner() })
    tokens.begin()
    quotes.changed()
  }

  const readTokens = () => {
    const { sell, buy } = form.getState()
    form.dispatch({ type: 'tokensRead', tokens: tokens.all() })
    const now = form.getState()
    if (now.sell?.key !== sell?.key || now.buy?.key !== buy?.key) quotes.changed()
  }
  tokens.state.subscribe(readTokens)
  let watchers = 0
  const readPrices = () => {
    const { sell, buy } = form.getState()
    if (watchers > 0) tokens.price([sell, buy].flatMap(token => token ?? []))
  }
  // With each answer of the quotes too: what is worth how much is read again as long as it is looked at.
  form.subscribe((now, before) => {
    const isNew = now.sell?.key !== before.sell?.key || now.buy?.key !== before.buy?.key
    if (isNew || now.quotes !== before.quotes) readPrices()
  })
  // Another account or network is another form (T61).
  const off = ctx.connections.subscribe(() => {
    if (owner() !== form.getState().owner) begin()
  })
  ctx.signal.addEventListener('abort', off)

  return {
    form,
    native,
    tokens: tokens.state,
    contracts,
    asked,
    enter() {
      const stops = [holdings.watch(), tokens.watch(), quotes.watch()]
      watchers++
      readTokens()
      readPrices()
      return () => {
        if (stops.length > 0) watchers--
        for (const stop of stops.splice(0)) stop()
      }
    },
    want(given) {
      const network = activeNetwork(ctx)
      const spelling = factsOf(ctx.config, network.chainNamespace).tokens
      const place = { network, networks: ctx.config.networks, spelling }
      const { wanted, there, decimal } = wantTokens(given, place)
      if (there !== undefined) tokens.lookAt(there)
      change(() => {
        form.dispatch({
          type: 'wanted',
          wanted,
          ...(decimal !== undefined && { typed: writeTypedAmount(decimal, locale) }),
        })
        readTokens()
      }, 0)
      // One that is neither held nor listed is asked for by its contract.
      for (const key of Object.values(form.getState().wanted)) tokens.look(key)
    },
    lookAt: tokens.lookAt,
    choose: (side, token) => change(() => form.dispatch({ type: 'tokenChosen', side, token }), 0),
    flip() {
      const { quotes: known, side, typed } = form.getState()
      const got =
        known.at === 'known'
          ? write(known.chosen.in.value, known.chosen.in.decimals)
          : side === 'buy'
            ? typed
            : ''
      change(() => form.dispatch({ type: 'flipped', text: got }), 0)
    },
    type: (side: SwapSide, text) => change(() => form.dispatch({ type: 'typed', side, text })),
    async takeShare(percent) {
      sharing.abort()
      sharing = new AbortController()
      const { signal } = sharing
      const { sell } = form.getState()
      const held = sell?.amount
      if (!sell || !held) return false
      const take = (value: bigint, max: boolean) =>
        change(() => form.dispatch({ type: 'shareTaken', text: write(value, held.decimals), max }), 0)
      const part = (held.value * BigInt(percent)) / 100n
      if (percent !== 100 || sell.address !== undefined) {
        take(part, percent === 100)
        return true
      }
      const { buy, owner: from, slippageBps } = form.getState()
      const here = account()
      if (!buy || !from || here?.owner !== from || held.value < 2n) return false
      // What it costs hardly depends on how much it is; asking with everything would fail for want of the fee.
      const half: AskedQuote = {
        ...{ from, network: here.network, sell, buy, exact: 'in', slippageBps },
        amount: held.value / 2n,
      }
      const fee = await feeOfSwap(ctx, contracts, half, signal).catch(() => undefined)
      // A visitor who typed or chose something else meanwhile does not wait for it any more.
      if (signal.aborted) return true
      if (fee === undefined || fee >= held.value) return false
      take(held.value - fee, true)
      return true
    },
    slippage: bps => change(() => form.dispatch({ type: 'slippageChosen', bps: boundedBps(bps) })),
    chooseQuote: id => form.dispatch({ type: 'quoteChosen', id }),
    retry: quotes.retry,
    search: tokens.search,
    todo,
    review: () => (todo() === undefined ? made({ type: 'review', id: form.getState().id }) : undefined),
    follow: id => made({ type: 'follow', id }),
    take: (intent): intent is SwapIntent => intent !== undefined && awaited.delete(intent),
    renew: () => form.dispatch({ type: 'renewed', id: ctx.random.id() }),
    reset() {
      const { sell, buy } = form.getState()
      form.dispatch({ type: 'began', id: ctx.random.id(), owner: owner() })
      for (const [side, token] of [
        ['sell', sell],
        ['buy', buy],
      ] as const)
        if (token) form.dispatch({ type: 'tokenChosen', side, token })
      quotes.changed()
    },
    pause: quotes.pause,
  }
}

/** Whole hundredths of a percent, up to all. */
function boundedBps(bps: number): number {
  return Number.isFinite(bps) ? Math.min(10_000, Math.max(0, Math.round(bps))) : mostSlippageBps + 1
}
