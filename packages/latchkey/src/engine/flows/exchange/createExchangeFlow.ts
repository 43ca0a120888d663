/** Depositing and paying from an exchange, as far as its page (SPEC-NOTES §4 "Exchange and payments"; T20, T71, T73). */
import { toCaipAddress } from '../../../contract/caip.ts'
import { parseCaipAsset } from '../../../contract/caip19.ts'
import { getExchanges, postExchangeOrder } from '../../../contract/exchange.ts'
import { isSameId } from '../../../contract/namespaceFacts.ts'
import { deriveMachine, type Readable } from '../../base/deriveMachine.ts'
import { factsOf } from '../../base/factsOf.ts'
import { createMachine } from '../../base/machine.ts'
import type { Engine } from '../../engine.ts'
import { activeAccount } from '../../nouns/accounts/activeAccount.ts'
import { amountOf } from '../../nouns/amounts/readAmount.ts'
import { writeTypedAmount } from '../../nouns/amounts/readTypedAmount.ts'
import { countryQuery } from '../../nouns/funding/countryQuery.ts'
import type { DepositAsset, Funding } from '../../nouns/funding/funding.ts'
import { openOrder, orderFailureOf } from '../../nouns/orders/openOrder.ts'
import type { ExchangeAsk, ExchangeFlow, ExchangeProgress } from './exchangeFlow.ts'
import { amountOfDraft, exchangeTodo } from './exchangeTodo.ts'
import { type ExchangeState, emptyExchange, exchangeTransition } from './exchangeTransition.ts'

/** Most decimals that a host's amount may have. */
const mostDecimals = 18

/** The flow of one engine; it ends with it. */
export function createExchangeFlow(
  engine: Pick<Engine, 'ctx' | 'tokens' | 'journal'>,
  funding: Funding,
): ExchangeFlow {
  const { ctx } = engine
  const { locale } = ctx.config
  const owner = () => activeAccount(ctx)?.owner
  const machine = createMachine(emptyExchange(owner()), exchangeTransition)
  const payments = new WeakSet<object>()
  const part = <T>(of: (state: ExchangeState) => T): Readable<T> =>
    deriveMachine([machine], () => of(machine.getState()))
  /** The order that a failed try left open: the same is asked for under the same id (T73). */
  let tried: { readonly what: string; readonly id: string } | undefined
  let asking = new AbortController()
  let watchers = 0

  function isWanted({ shown }: DepositAsset, token: string): boolean {
    if (token === 'native' || shown.address === undefined) return token === 'native' && !shown.address
    const namespace = ctx.connections.getState().activeNamespace
    return isSameId(shown.address, token, factsOf(ctx.config, namespace).tokens)
  }

  function readAssets(): void {
    const deposits = funding.deposits.getState()
    if (deposits.at === 'known') machine.dispatch({ type: 'assetsRead', assets: deposits.assets, isWanted })
    look()
  }

  /** Asks for the exchanges of what is chosen, where nothing is known of them. */
  function look(): void {
    const { ask, exchanges } = machine.getState()
    if (!ask || exchanges.at !== 'idle' || watchers === 0) return
    asking.abort()
    asking = new AbortController()
    const { signal } = asking
    machine.dispatch({ type: 'exchangesAsked' })
    const { asset, amount } = ask
    Promise.all([ctx.api(), countryQuery(ctx)])
      .then(([api, country]) =>
        api.call(getExchanges, {
          query: { asset, ...(amount !== undefined && { amount }), ...country },
          signal,
        }),
      )
      .then(
        answer => {
          if (!signal.aborted) machine.dispatch({ type: 'exchangesRead', asset, ...answer })
        },
        cause => {
          if (!signal.aborted)
            machine.dispatch({ type: 'exchangesFailed', asset, failure: orderFailureOf(cause) })
        },
      )
  }

  function begin(ask?: ExchangeAsk): void {
    asking.abort()
    machine.dispatch({ type: 'began', owner: owner(), ...(ask && { ask }) })
    readAssets()
  }

  funding.deposits.subscribe(readAssets)
  // Another account or network is another deposit (T61); a payment's receiver is the same everywhere.
  const off = ctx.connections.subscribe(() => {
    const { owner: before, ask } = machine.getState()
    if (owner() !== before) begin(ask?.payment === undefined ? undefined : ask)
  })
  ctx.signal.addEventListener('abort', off)

  const progress = (next: ExchangeProgress): ExchangeProgress => {
    machine.dispatch({ type: 'moved', progress: next })
    return next
  }

  const flow: ExchangeFlow = {
    ask: part(({ ask }) => ask),
    assets: funding.deposits,
    exchanges: part(({ exchanges }) => exchanges),
    progress: part(state => state.progress),
    typed: part(({ typed }) => typed),
    want({ token, amount }) {
      const isAmount = amount !== undefined && amountOf(amount, mostDecimals).at === 'amount'
      machine.dispatch({
        type: 'wanted',
        ...(token !== undefined && { token }),
        ...(isAmount && { typed: writeTypedAmount(amount, locale) }),
      })
      readAssets()
    },
    pays(ask) {
      const own = Object.freeze({ ...ask })
      payments.add(own)
      return own
    },
    enter(given) {
      const payment =
        typeof given === 'object' && given !== null && payments.has(given)
          ? (given as ExchangeAsk)
          : undefined
      const now = machine.getState().ask
      watchers++
      // Come back to, it is as the visitor left it.
      if (payment ? payment !== now : now?.payment !== undefined) begin(payment)
      const stop = payment ? () => {} : funding.watch()
      readAssets()
      let isOver = false
      return () => {
        if (isOver) return
        isOver = true
        watchers--
        stop()
      }
    },
    chooseAsset(wanted) {
      const deposits = funding.deposits.getState()
      const asset = deposits.at === 'known' ? deposits.assets.find(each => each.asset === wanted) : undefined
      if (asset) machine.dispatch({ type: 'assetChosen', asset })
      look()
    },
    type: text => machine.dispatch({ type: 'typed', text }),
    retry() {
      machine.dispatch({ type: 'retried' })
      funding.retry()
      readAssets()
    },
    todo(exchange) {
      const { ask, typed, progress: now } = machine.getState()
      if (now.at === 'opening') return 'busy'
      return exchangeTodo({ ask, typed, locale }, exchange)
    },
    async start(exchangeId, open) {
      const { ask, typed, exchanges, progress: before } = machine.getState()
      const exchange =
        exchanges.at === 'known' ? exchanges.exchanges.find(({ id }) => id === exchangeId) : undefined
      const here = activeAccount(ctx)
      const network = ask && parseCaipAsset(ask.asset)?.network
      if (!ask || !network || !exchange || !here || flow.todo(exchange) !== undefined) return before
      const { asset, shown, recipient, payment } = ask
      const amount = amountOfDraft({ ask, typed, locale })
      const account = toCaipAddress(network, here.address)
      const what = JSON.stringify([exchangeId, asset, amount, recipient, payment, account])
      const id = tried?.what === what ? tried.id : ctx.random.id()
      tried = { what, id }
      progress({ at: 'opening', exchange: exchangeId })
      const opened = await openOrder(engine, {
        id,
        kind: 'exchange',
        account,
        recipient,
        asset,
        shown,
        open,
        ...(amount !== undefined && { amount }),
        ...(payment !== undefined && { paymentId: payment }),
        async ask() {
          const [api, country] = await Promise.all([ctx.api(), countryQuery(ctx)])
          return api.call(postExchangeOrder, {
            params: { id: exchangeId },
            body: {
              asset,
              recipient,
              idempotencyKey: id,
              ...country,
              ...(amount !== undefined && { amount }),
              ...(payment !== undefined && { payment }),
            },
            signal: ctx.signal,
          })
        },
      })
      if (opened.at === 'failed') return progress({ ...opened, exchange: exchangeId })
      tried = undefined
      return progress(opened)
    },
    reset: () => progress({ at: 'idle' }),
  }
  return flow
}
