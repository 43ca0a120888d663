import { toDecimalString } from '../../../contract/amount.ts'
import { addressOf, type CaipNetworkId, toCaipAddress } from '../../../contract/caip.ts'
import { limits as times } from '../../../contract/limits.ts'
import { postOnRampUrl } from '../../../contract/onramp.ts'
import { createMachine } from '../../base/machine.ts'
import { type PageSight, pageSight } from '../../base/pageSight.ts'
import { poll } from '../../base/poll.ts'
import type { Engine } from '../../engine.ts'
import { activeAccount } from '../../nouns/accounts/activeAccount.ts'
import { isContractAccount } from '../../nouns/accounts/isContractAccount.ts'
import { countryKey } from '../../nouns/funding/countryKey.ts'
import { openOrder, orderFailureOf } from '../../nouns/orders/openOrder.ts'
import { canBuy } from './canBuy.ts'
import type { RampFlow, RampOptions, RampProgress } from './rampFlow.ts'
import { beyondLimits, rampLimits } from './rampLimits.ts'
import { rampAmount, rampTodo } from './rampTodo.ts'
import { rampTokens } from './rampTokens.ts'
import { emptyRamp, type RampEvent, type RampFormState, rampKey, rampTransition } from './rampTransition.ts'
import { type AskedRamp, type RampOffer, readRampOptions, readRampQuotes } from './readRamp.ts'

/** How long what can be bought is not asked for again, in milliseconds. */
const offerLife = 300_000
/** Quotes are read anew a little before they end, and not more often than this. */
const quoteEnd = 5_000
const quoteGap = 15_000
/** After a failure that may pass by itself. */
const failureGap = 30_000

type RampEngine = Pick<Engine, 'ctx' | 'tokens' | 'journal'>
/** What the services said, or that samples stand in for it. */
type Known = {
  readonly offer: RampOffer | 'sample'
  readonly country: string | undefined
  readonly at: number
}

/** Buying of one engine, in a chunk of its own, by `engine.buying()`. */
export function createRampFlow(engine: RampEngine, sight: PageSight = pageSight()): RampFlow {
  const { ctx } = engine
  const { clock } = ctx
  const owner = () => activeAccount(ctx)?.owner
  const form = createMachine<RampFormState, RampEvent>(emptyRamp(owner()), rampTransition)
  const progress = createMachine<RampProgress, RampProgress>({ at: 'idle' }, (_, next) => next)
  const listeners = new Set<() => void>()
  let country: string | undefined
  let isCountryRead = false
  let known: Known | undefined
  let offering = 0
  let asking = new AbortController()
  let cancel = () => {}
  let isAsking = false
  let watchers = 0
  let stop = () => {}
  let failedAt = 0
  /** One quote makes one order, however often it is pressed (T73). */
  let pressed: { readonly quoteId: string; readonly id: string } | undefined

  const loadSamples = () => import('./rampSamples.ts')

  async function readOptions(): Promise<void> {
    const ticket = ++offering
    form.dispatch({ type: 'optionsAsked' })
    if (!isCountryRead) country = await ctx.storage.read(countryKey)
    isCountryRead = true
    const wanted = country
    const fail = (cause: unknown): RampOptions => ({ at: 'failed', failure: orderFailureOf(cause) })
    let options: RampOptions
    try {
      const offer = await readRampOptions(ctx, wanted)
      known = { offer, country: wanted, at: clock.now() }
      options = await optionsOf(known)
    } catch (cause) {
      known = undefined
      options = fail(cause)
      // Samples stand in for the services in a demonstration alone (T72).
      if (ctx.config.demo === true) {
        known = { offer: 'sample', country: wanted, at: clock.now() }
        options = await optionsOf(known).catch(fail)
      }
    }
    if (ticket === offering && !ctx.signal.aborted) show(options)
  }

  async function optionsOf({ offer, country: chosen }: Known): Promise<RampOptions> {
    if (offer === 'sample') {
      const { sampleOptions } = await loadSamples()
      return { at: 'known', ...sampleOptions, countries: [], country: chosen, sample: true }
    }
    const here = activeAccount(ctx)
    const { networks } = ctx.config
    const place = here && {
      namespace: here.namespace,
      network: here.network,
      networks,
      contract: isContractAccount(ctx),
    }
    return {
      at: 'known',
      tokens: place ? rampTokens(offer.purchaseCurrencies, place) : [],
      currencies: offer.paymentCurrencies,
      countries: offer.countries,
      country: offer.country ?? chosen,
      sample: false,
    }
  }

  function show(options: RampOptions): void {
    const here = (activeAccount(ctx)?.network.caipNetworkId ?? '') as CaipNetworkId
    change(() => form.dispatch({ type: 'optionsRead', options, here }), 0)
  }

  const amount = () => {
    const read = rampAmount(form.getState(), ctx.config.locale)
    return read.at === 'amount' ? toDecimalString(read.amount) : read.at === 'empty' ? 'empty' : 'none'
  }

  function asked(): AskedRamp | undefined {
    const { owner: account, options, token, currency, method } = form.getState()
    const read = amount()
    if (!account || account !== owner() || options.at !== 'known' || !token || !currency) return undefined
    if (read === 'empty' || read === 'none' || !canBuy(ctx)) return undefined
    if (beyondLimits(read, rampLimits(currency, method))) return undefined
    const receiver = toCaipAddress(token.caipNetworkId, addressOf(account))
    return { owner: receiver, token, currency: currency.id, amount: read, method, country: options.country }
  }

  async function ask(): Promise<void> {
    cancel()
    asking.abort()
    const wanted = asked()
    if (!wanted || watchers === 0) return
    asking = new AbortController()
    const { signal } = asking
    const key = rampKey(form.getState())
    isAsking = true
    form.dispatch({ type: 'quotesAsked' })
    const { options } = form.getState()
    const isSample = options.at === 'known' && options.sample
    const answer = isSample ? await sample(wanted) : await readRampQuotes(ctx, wanted, signal)
    if (signal.aborted || ctx.signal.aborted) return
    isAsking = false
    if (answer.at === 'known')
      form.dispatch({
        ...answer,
        type: 'quotesRead',
        key,
        sample: isSample || isMadeUp(answer),
        at: clock.now(),
      })
    else {
      failedAt = clock.now()
      form.dispatch({ ...answer, type: 'quotesFailed', key })
    }
    for (const each of listeners) each()
  }

  const isMadeUp = ({ quotes }: { readonly quotes: readonly { readonly provider: string }[] }) =>
    quotes.some(({ provider }) => provider === 'sample')

  async function sample(wanted: AskedRamp) {
    const { sampleQuote } = await loadSamples()
    const { token, currency, amount: paid, method = 'card' } = wanted
    const quote = sampleQuote({ amount: paid, currency, symbol: token.currency.symbol, method }, clock.now())
    return { at: 'known', quotes: [quote], faults: [] } as const
  }

  /** Changes the form, and asks for quotes when that left none. */
  function change(run: () => void, delay: number = times.debounce): void {
    run()
    if (form.getState().quotes.at !== 'idle') return
    cancel()
    asking.abort()
    isAsking = false
    if (!asked() || watchers === 0) return
    form.dispatch({ type: 'quotesAsked' })
    isAsking = true
    cancel = clock.setTimeout(() => void ask(), delay)
  }

  function dueAt(): number {
    const { quotes } = form.getState()
    if (isAsking || progress.getState().at === 'opening') return Number.POSITIVE_INFINITY
    if (quotes.at === 'known' && !quotes.sample) {
      const first = Math.min(...quotes.quotes.map(({ expiresAt }) => expiresAt))
      return Math.max(quotes.readAt + quoteGap, first - quoteEnd)
    }
    const passes = ['offline', 'unavailable', 'rate-limited']
    if (quotes.at === 'failed' && passes.includes(quotes.failure)) return failedAt + failureGap
    return Number.POSITIVE_INFINITY
  }

  // Another account or network is another form; an order that was made stays the old one's, in the journal.
  const off = ctx.connections.subscribe(() => {
    if (owner() === form.getState().owner) return
    cancel()
    asking.abort()
    form.dispatch({ type: 'began', owner: owner() })
    progress.dispatch({ at: 'idle' })
    pressed = undefined
    if (known) void optionsOf(known).then(show)
    else if (watchers > 0) void readOptions()
  })
  ctx.signal.addEventListener('abort', off)

  const todo = () => rampTodo(form.getState(), { supported: canBuy(ctx), amount: amount(), now: clock.now() })

  return {
    form,
    progress,
    todo,
    limits() {
      const { currency, method } = form.getState()
      if (!currency) return undefined
      const found = rampLimits(currency, method)
      return found.min === undefined && found.max === undefined ? undefined : found
    },
    enter() {
      watchers++
      if (watchers === 1) {
        const { signal, isInPage } = ctx
        const again = {
          subscribe(changed: () => void) {
            listeners.add(changed)
            return () => void listeners.delete(changed)
          },
        }
        const refresh = () => (clock.now() >= dueAt() ? ask() : Promise.resolve())
        stop = poll({ clock, signal, isInPage, connections: again }, { sight, refresh, dueAt })
        const isFresh = known && known.offer !== 'sample' && clock.now() - known.at < offerLife
        if (!isFresh || form.getState().options.at === 'failed') void readOptions()
        else change(() => undefined, 0)
      }
      let isOver = false
      return () => {
        if (isOver) return
        isOver = true
        watchers--
        if (watchers > 0) return
        stop()
        cancel()
        asking.abort()
        isAsking = false
        if (form.getState().quotes.at === 'asking') form.dispatch({ type: 'quotesDropped' })
      }
    },
    reset() {
      form.dispatch({ type: 'began', owner: owner() })
      progress.dispatch({ at: 'idle' })
      if (known) void optionsOf(known).then(show)
    },
    chooseToken: key => change(() => form.dispatch({ type: 'tokenChosen', key }), 0),
    chooseCurrency: id => change(() => form.dispatch({ type: 'currencyChosen', id }), 0),
    chooseMethod: method => change(() => form.dispatch({ type: 'methodChosen', method }), 0),
    chooseCountry(next) {
      if (countryKey.parse(next) === undefined || next === country) return
      country = next
      isCountryRead = true
      void ctx.storage.write(countryKey, next)
      void readOptions()
    },
    type: text => change(() => form.dispatch({ type: 'typed', text })),
    chooseQuote: id => form.dispatch({ type: 'quoteChosen', id }),
    retry() {
      progress.dispatch({ at: 'idle' })
      if (form.getState().options.at === 'failed') void readOptions()
      else void ask()
    },
    settle: () => progress.dispatch({ at: 'idle' }),
    async buy(open) {
      const wanted = asked()
      const { quotes, owner: account } = form.getState()
      if (progress.getState().at === 'opening' || todo() !== undefined) return
      if (!wanted || !account || quotes.at !== 'known') return
      const { chosen } = quotes
      const { token, owner: receiver } = wanted
      const { symbol } = token.currency
      const { contract_address: address, decimals } = token.network
      if (decimals === null) return
      if (pressed?.quoteId !== chosen.quoteId) pressed = { quoteId: chosen.quoteId, id: ctx.random.id() }
      const { id } = pressed
      progress.dispatch({ at: 'opening' })
      const result = await openOrder(engine, {
        id,
        kind: 'onramp',
        account: receiver,
        recipient: receiver,
        asset: token.network.asset,
        shown: { symbol, decimals, ...(address !== null && { address }) },
        amount: chosen.purchaseAmount.amount,
        open,
        async ask() {
          const api = await ctx.api()
          const body = {
            destinationWallets: [receiver],
            defaultNetwork: token.network.chain_id,
            quoteId: chosen.quoteId,
            defaultExperience: 'buy' as const,
            presetFiatAmount: wanted.amount,
            idempotencyKey: id,
          }
          return api.call(postOnRampUrl, { body, signal: ctx.signal })
        },
      })
      if (ctx.signal.aborted) return
      // What was pressed for another account leads nowhere from here; its order is in the journal.
      if (owner() !== account && result.at === 'opened') return progress.dispatch({ at: 'idle' })
      progress.dispatch(result)
      if (result.at === 'opened' || result.failure === 'ended') {
        pressed = undefined
        form.dispatch({ type: 'quotesDropped' })
        change(() => undefined, 0)
      }
    },
  }
}
