import { type Amount, parseAmount } from '../../contract/amount.ts'
import { addressOf, type CaipAddress } from '../../contract/caip.ts'
import type { Network } from '../../contract/network.ts'
import { createMachine, type Machine } from '../../engine/base/machine.ts'
import type { Engine } from '../../engine/engine.ts'
import type { Token } from '../../engine/tokens/tokens.ts'

/** What the active account can send. */
export interface Holdings {
  /** `failed`: 'Token Balance Unavailable', with what is known all the same. */
  readonly at: 'loading' | 'ready' | 'failed'
  readonly tokens: readonly Token[]
  /** ISO 4217: what prices are in. */
  readonly currency: string
}

export interface HoldingsRunner {
  readonly machine: Pick<Machine<Holdings, Holdings>, 'getState' | 'subscribe'>
  /** Reads while somebody looks. Answers the stop. */
  watch(): () => void
  /** Asks again after a failure. */
  retry(): void
}

/** The account that is looked at, on its network. */
export interface Holder {
  readonly caip10: CaipAddress
  readonly network: Network
}

/**
 * The tokens of the active account with the network's own currency among them, which the chain itself is asked for: its
 * amount decides what Max is, and test networks and hosts without services have no other list.
 */
export function createHoldings(engine: Engine, holder: () => Holder | undefined): HoldingsRunner {
  const { ctx } = engine
  const machine = createMachine<Holdings, Holdings>(first(), (_, next) => next)
  let native:
    | { readonly caip10: CaipAddress; readonly amount: Amount | undefined; readonly over: boolean }
    | undefined
  let listed: { readonly read: () => Listed } | undefined
  let watchers = 0
  let stop = () => {}

  function first(): Holdings {
    const here = holder()
    const known = here && ctx.balances.getState()[here.caip10]
    if (!here || !known) return { at: 'loading', tokens: [], currency: 'USD' }
    const { decimals } = here.network.nativeCurrency
    return {
      at: 'loading',
      tokens: [nativeToken(here, parseAmount(known.amount, decimals))],
      currency: 'USD',
    }
  }

  function tell() {
    const here = holder()
    if (!here) return machine.dispatch({ at: 'loading', tokens: [], currency: 'USD' })
    const own = native?.caip10 === here.caip10 ? native : undefined
    const { tokens: known, currency, at } = listed?.read() ?? { tokens: [], currency: 'USD', at: 'loading' }
    const priced = known.find(token => token.address === undefined)
    const amount = own?.amount ?? priced?.amount ?? first().tokens[0]?.amount
    const ether = amount && { ...priced, ...nativeToken(here, amount), ...worth(amount, priced?.price) }
    const tokens = ether
      ? priced
        ? known.map(token => (token === priced ? ether : token))
        : [ether, ...known]
      : known
    const isOver = own?.over && at !== 'loading'
    const isFailed = at === 'failed' || (own?.over && own.amount === undefined && !priced)
    machine.dispatch({ at: isFailed ? 'failed' : isOver ? 'ready' : 'loading', tokens, currency })
  }

  async function readNative() {
    const here = holder()
    if (!here || native?.caip10 === here.caip10) return
    const { caip10, network } = here
    native = { caip10, amount: undefined, over: false }
    const done = (amount?: Amount) => {
      if (native?.caip10 !== caip10 || native.over) return
      native = { caip10, amount, over: true }
      tell()
    }
    try {
      const { nativeBalance } = await ctx.adapter(network.chainNamespace)
      const value = await nativeBalance?.(ctx.rpc(network), addressOf(caip10))
      done(value === undefined ? undefined : { value, decimals: network.nativeCurrency.decimals })
    } catch {
      done()
    }
  }

  function begin(): () => void {
    let isOver = false
    let offTokens = () => {}
    native = undefined
    tell()
    void readNative()
    engine.tokens().then(
      tokens => {
        if (isOver) return
        listed = {
          read() {
            const caip10 = holder()?.caip10 ?? ''
            const { portfolios, failed, unsupported } = tokens.machine.getState()
            const portfolio = portfolios[caip10]
            return {
              tokens: portfolio?.tokens ?? [],
              currency: portfolio?.currency ?? 'USD',
              at: failed.includes(caip10)
                ? 'failed'
                : portfolio || unsupported.includes(caip10) || ctx.config.basic
                  ? 'ready'
                  : 'loading',
            }
          },
        }
        const stops = [tokens.machine.subscribe(tell), tokens.watch()]
        offTokens = () => {
          for (const each of stops) each()
        }
        tell()
        void tokens.refresh()
      },
      () => {
        listed = { read: () => ({ tokens: [], currency: 'USD', at: 'failed' }) }
        if (!isOver) tell()
      },
    )
    const offConnections = ctx.connections.subscribe(() => {
      if (native?.caip10 === holder()?.caip10) return
      tell()
      void readNative()
    })
    return () => {
      isOver = true
      offTokens()
      offConnections()
    }
  }

  return {
    machine,
    watch() {
      watchers++
      if (watchers === 1) stop = begin()
      let isOver = false
      return () => {
        if (isOver) return
        isOver = true
        watchers--
        if (watchers === 0) stop()
      }
    },
    retry() {
      if (watchers === 0) return
      stop()
      stop = begin()
      engine.tokens().then(
        tokens => tokens.refresh({ force: true }),
        () => undefined,
      )
    },
  }
}

interface Listed {
  readonly tokens: readonly Token[]
  readonly currency: string
  readonly at: Holdings['at']
}

function nativeToken({ network }: Holder, amount: Amount): Token {
  const { name, symbol } = network.nativeCurrency
  return { key: 'native', caipNetworkId: network.caipNetworkId, name, symbol, amount }
}

/** For display only (F27: without a price there is no value). */
function worth({ value, decimals }: Amount, price: number | undefined): Pick<Token, 'value'> {
  return price === undefined ? {} : { value: (Number(value) / 10 ** decimals) * price }
}
