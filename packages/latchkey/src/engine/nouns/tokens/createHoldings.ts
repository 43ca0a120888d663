import { type Amount, parseAmount } from '../../../contract/amount.ts'
import { addressOf, type CaipAddress } from '../../../contract/caip.ts'
import type { Network } from '../../../contract/network.ts'
import { createMachine, type Machine } from '../../base/machine.ts'
import type { Engine } from '../../engine.ts'
import type { Token, Tokens } from './tokens.ts'

/** What the active account can send. */
export interface Holdings {
  /** `failed`: 'Token Balance Unavailable', with what is known all the same. */
  readonly at: 'loading' | 'ready' | 'failed'
  readonly tokens: readonly Token[]
  /** ISO 4217: what prices are in. */
  readonly currency: string
  /** When the prices of the list were read, in milliseconds since the epoch; absent without one. */
  readonly pricedAt?: number
}

export interface HoldingsRunner {
  readonly machine: Pick<Machine<Holdings, Holdings>, 'getState' | 'subscribe'>
  /** Reads while it is watched. Returns the stop. */
  watch(): () => void
  /** Asks again after a failure. */
  retry(): void
  /** A token's price of now; it holds until the list is read anew. */
  reprice(token: Token, price: number | undefined): void
}

/** The account that is looked at, on its network. */
export interface Holder {
  readonly caip10: CaipAddress
  readonly network: Network
}

/** What the chain itself said of the network's own currency. */
interface Native {
  readonly caip10: CaipAddress
  amount: Amount | undefined
  isOver?: boolean
}

/** What a token costs by a later answer than the list's. */
interface Repriced extends Pick<Token, 'key' | 'caipNetworkId'> {
  readonly price: number | undefined
  readonly at: number
}

/**
 * The tokens of the active account with the network's own currency among them, which the chain itself is asked for: its
 * amount decides what Max is, and test networks and hosts without services have no other list.
 */
export function createHoldings(
  engine: Pick<Engine, 'ctx' | 'tokens'>,
  holder: () => Holder | undefined,
): HoldingsRunner {
  const { ctx } = engine
  let native: Native | undefined
  let repriced: Repriced | undefined
  let list: Tokens | 'failed' | undefined
  let watchers = 0
  let stop = () => {}
  const machine = createMachine<Holdings, Holdings>(compose(), (_, next) => next)
  const notify = () => machine.dispatch(compose())

  function compose(): Holdings {
    const here = holder()
    if (!here) return { at: 'loading', tokens: [], currency: 'USD' }
    const { caip10, network } = here
    const listed = typeof list === 'object' ? list.machine.getState() : undefined
    const portfolio = listed?.portfolios[caip10]
    const currency = portfolio?.currency ?? 'USD'
    const later = repriced && portfolio && repriced.at > portfolio.at ? repriced : undefined
    const tokens = later ? portfolio?.tokens.map(token => withPrice(token, later)) : portfolio?.tokens
    const priced = tokens?.find(token => token.address === undefined)
    const own = native?.caip10 === caip10 ? native : undefined
    const isFailed = list === 'failed' || listed?.failed.includes(caip10)
    const isListed = tokens || listed?.unsupported.includes(caip10) || (listed && ctx.config.basic)
    const amount = own?.amount ?? priced?.amount ?? headAmount(here)
    const { name, symbol } = network.nativeCurrency
    const ether: Token | undefined = amount && {
      ...priced,
      key: 'native',
      caipNetworkId: network.caipNetworkId,
      name,
      symbol,
      amount,
      ...worth(amount, priced?.price),
    }
    const others = tokens ?? []
    return {
      at:
        isFailed || (own?.isOver && !own.amount && !priced)
          ? 'failed'
          : own?.isOver && isListed
            ? 'ready'
            : 'loading',
      tokens: !ether
        ? others
        : priced
          ? others.map(token => (token === priced ? ether : token))
          : [ether, ...others],
      currency,
      ...(portfolio && { pricedAt: portfolio.at }),
    }
  }

  /** What the account's head says. */
  function headAmount({ caip10, network }: Holder): Amount | undefined {
    const known = ctx.balances.getState()[caip10]
    return known && parseAmount(known.amount, network.nativeCurrency.decimals)
  }

  async function readNative() {
    const here = holder()
    if (!here) return
    const { caip10, network } = here
    // Known holdings stay until they are read anew: a draft without its token would lose its amount.
    const read: Native = { caip10, amount: native?.caip10 === caip10 ? native.amount : undefined }
    native = read
    try {
      const { nativeBalance } = await ctx.adapter(network.chainNamespace)
      const value = await nativeBalance?.(ctx.rpc(network), addressOf(caip10), network)
      if (value !== undefined) read.amount = { value, decimals: network.nativeCurrency.decimals }
    } catch {
      // Said as what is not known.
    }
    read.isOver = true
    notify()
  }

  function begin(force = false): () => void {
    let isOver = false
    const follow = () => {
      notify()
      void readNative()
    }
    const stops = [
      ctx.connections.subscribe(() => {
        if (native?.caip10 !== holder()?.caip10) follow()
      }),
      // A transfer that was pending during the read may have left the account since.
      ctx.facts.on('sendSettled', readNative),
      ctx.facts.on('swapSettled', readNative),
      ctx.facts.on('paymentSettled', readNative),
    ]
    follow()
    engine.tokens().then(
      tokens => {
        if (isOver) return
        list = tokens
        stops.push(tokens.machine.subscribe(notify), tokens.watch())
        notify()
        void tokens.refresh({ force })
      },
      () => {
        list = 'failed'
        if (!isOver) notify()
      },
    )
    return () => {
      isOver = true
      for (const each of stops) each()
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
    reprice({ key, caipNetworkId }, price) {
      repriced = { key, caipNetworkId, price, at: ctx.clock.now() }
      notify()
    },
    retry() {
      if (watchers === 0) return
      stop()
      stop = begin(true)
    },
  }
}

function withPrice(token: Token, later: Repriced): Token {
  if (later.key !== token.key || later.caipNetworkId !== token.caipNetworkId) return token
  const { price: _price, value: _value, ...rest } = token
  const { price } = later
  return { ...rest, ...(price !== undefined && { price }), ...worth(token.amount, price) }
}

/** For display only (F27: without a price there is no value). */
function worth({ value, decimals }: Amount, price: number | undefined): Pick<Token, 'value'> {
  return price === undefined ? {} : { value: (Number(value) / 10 ** decimals) * price }
}
