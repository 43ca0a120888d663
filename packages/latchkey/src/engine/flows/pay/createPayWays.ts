/** Ways to pay as balances, costs and exchanges become known. */

import type { Amount } from '../../../contract/amount.ts'
import { toDecimalString } from '../../../contract/amount.ts'
import { getExchanges } from '../../../contract/exchange.ts'
import type { Network } from '../../../contract/network.ts'
import type { AcceptedPayment } from '../../../contract/payments.ts'
import type { TransferQuote } from '../../../contract/send.ts'
import { factsOf } from '../../base/factsOf.ts'
import type { Engine } from '../../engine.ts'
import { type ActiveAccount, activeAccount } from '../../nouns/accounts/activeAccount.ts'
import type { Funding } from '../../nouns/funding/funding.ts'
import { cleanName } from '../../nouns/identity/cleanName.ts'
import { loadSending } from '../../nouns/journal/settleEntry.ts'
import { findNetwork } from '../../nouns/networks/findNetwork.ts'
import { featuresOf } from '../../nouns/remoteconfig/featuresOf.ts'
import { canSwap } from '../../nouns/swaps/canSwap.ts'
import { createHoldings } from '../../nouns/tokens/createHoldings.ts'
import { amountOf, networkIdOfAccepted } from './acceptedAmount.ts'
import type { PayWay, ShownPayment } from './payFlow.ts'
import { transferOf } from './planPayment.ts'
import { heldAccepted, type WayParts, waysOf } from './waysOf.ts'

const nameLength = 40

/** What is known of the ways now. */
export interface KnownWays {
  readonly ways: readonly PayWay[]
  readonly loading: boolean
  readonly connected: boolean
  /** ISO 4217: what prices are in. */
  readonly currency: string
}

export interface PayWays {
  /** Looks for ways to pay this; called again when it is another. */
  look(shown: ShownPayment): void
  known(): KnownWays
  /** Held of the network's own currency; undefined while unknown. */
  native(): Amount | undefined
  /** Fiat for one whole unit of it. */
  nativePrice(): number | undefined
  /** Keeps balances fresh. Returns the stop. */
  watch(): () => void
}

/** The ways of one engine; `changed` is called when more is known. */
export function createPayWays(
  engine: Pick<Engine, 'ctx' | 'tokens' | 'funding'>,
  changed: () => void,
): PayWays {
  const { ctx } = engine
  const account = () => activeAccount(ctx)
  const holdings = createHoldings(engine, () => {
    const here = account()
    return here && { caip10: here.owner, network: here.network }
  })
  let shown: ShownPayment | undefined
  let asking = new AbortController()
  /** Of one account and what it holds. */
  let costs = new Map<string, { readonly held: bigint; readonly quote?: TransferQuote | null }>()
  let owner: string | undefined
  const exchanges = new Set<string>()
  const codes = new Map<string, boolean>()
  let funding: Funding | undefined

  const liveOf = (here: ActiveAccount) => ctx.live.get(here.connectionId, here.namespace)

  function chooserOf({ connectionId }: ActiveAccount) {
    const wallet = ctx.connections.getState().connections.find(({ id }) => id === connectionId)?.wallet
    const icon = wallet?.icon
    return { name: cleanName(wallet?.name ?? '', nameLength) ?? '—', ...(icon !== undefined && { icon }) }
  }

  function reaches(network: Network): boolean {
    const here = account()
    const { active } = ctx.connections.getState()
    const there = active[network.chainNamespace]
    const live = there && ctx.live.get(there.connectionId, network.chainNamespace)
    if (!here || !live || live.adapter.paying === undefined) return false
    return live.abilities.switchNetwork !== undefined && (live.abilities.reaches?.(network) ?? true)
  }

  function partsOf(now: ShownPayment): WayParts {
    const here = account()
    const live = here && liveOf(here)
    const features = featuresOf(ctx)
    const isListed = (each: AcceptedPayment) => codes.get(each.asset) === true
    return {
      shown: now,
      networks: ctx.config.networks,
      ...(here && {
        here: {
          network: here.network,
          spelling: factsOf(ctx.config, here.namespace).tokens,
          tokens: holdings.machine.getState().tokens,
          swaps: canSwap(ctx),
          ...(live?.abilities.pay && live.adapter.paying && { chooser: chooserOf(here) }),
          sends: live?.abilities.transfer !== undefined && live.adapter.paying !== undefined,
        },
      }),
      costs: new Map(
        [...costs].flatMap(([asset, { quote }]) => (quote === undefined ? [] : [[asset, quote]])),
      ),
      reaches,
      // The services let an exchange send to a payment of theirs, and to no other receiver.
      exchange: each => here !== undefined && now.verified && exchanges.has(each.asset),
      card: each =>
        features.onramp === true &&
        funding?.buying.getState() === 'yes' &&
        networkIdOfAccepted(each) === here?.network.caipNetworkId,
      // Without the services a code would never be seen as paid.
      code: each => now.verified && isListed(each),
    }
  }

  /** What a transfer costs, once for what is held. */
  function askCosts(parts: WayParts): void {
    const here = account()
    if (!here) return
    for (const { accepted, token } of heldAccepted(parts)) {
      const held = token.amount.value
      if (costs.get(accepted.asset)?.held === held) continue
      costs.set(accepted.asset, { held })
      const mine = costs
      const { signal } = asking
      costOf(here, accepted, signal).then(quote => {
        if (signal.aborted || mine !== costs) return
        mine.set(accepted.asset, { held, quote })
        changed()
      })
    }
  }

  async function costOf(
    { owner: from, network }: ActiveAccount,
    accepted: AcceptedPayment,
    signal: AbortSignal,
  ): Promise<TransferQuote | null> {
    try {
      const sending = await loadSending(ctx, network.caipNetworkId)
      const transfer = transferOf(accepted, { from, network, reference: undefined })
      return await sending.quote(ctx.rpc(network), transfer, signal)
    } catch {
      return null
    }
  }

  async function askExchanges(accepted: AcceptedPayment, signal: AbortSignal): Promise<void> {
    if (featuresOf(ctx).payWithExchange !== true || !ctx.config.endpoints?.api) return
    try {
      const api = await ctx.api()
      const query = { asset: accepted.asset, amount: toDecimalString(amountOf(accepted)) }
      const answer = await api.call(getExchanges, { query, signal })
      if (signal.aborted || answer.exchanges.length === 0) return
      exchanges.add(accepted.asset)
      changed()
    } catch {
      // It is not offered.
    }
  }

  async function askCode(accepted: AcceptedPayment, signal: AbortSignal): Promise<void> {
    const network = findNetwork(ctx.config.networks, networkIdOfAccepted(accepted))
    const adapter = network && (await ctx.adapter(network.chainNamespace).catch(() => undefined))
    if (signal.aborted) return
    codes.set(accepted.asset, adapter?.paying !== undefined)
    changed()
  }

  holdings.machine.subscribe(changed)
  const stops = [ctx.connections.subscribe(changed), ctx.remote.subscribe(changed)]
  ctx.signal.addEventListener('abort', () => {
    asking.abort()
    for (const stop of stops) stop()
  })

  return {
    look(next) {
      asking.abort()
      asking = new AbortController()
      shown = next
      costs = new Map()
      exchanges.clear()
      codes.clear()
      if (!next.verified) return
      for (const accepted of next.accepts) {
        void askExchanges(accepted, asking.signal)
        void askCode(accepted, asking.signal)
      }
    },
    known() {
      const here = account()
      if (here?.owner !== owner) {
        owner = here?.owner
        costs = new Map()
      }
      const { at, currency } = holdings.machine.getState()
      if (!shown) return { ways: [], loading: true, connected: here !== undefined, currency }
      askCosts(partsOf(shown))
      const { ways, waits } = waysOf(partsOf(shown))
      return {
        ways,
        loading: here !== undefined && (at === 'loading' || waits),
        connected: here !== undefined,
        currency,
      }
    },
    native: () => nativeToken()?.amount,
    nativePrice: () => nativeToken()?.price,
    watch() {
      const stops = [holdings.watch()]
      let isOver = false
      if (featuresOf(ctx).onramp === true)
        engine.funding().then(
          made => {
            funding = made
            if (!isOver) stops.push(made.buying.subscribe(changed), made.watch())
            changed()
          },
          // Its chunk did not come: buying is not offered.
          () => undefined,
        )
      return () => {
        isOver = true
        for (const stop of stops.splice(0)) stop()
      }
    },
  }

  function nativeToken() {
    return holdings.machine.getState().tokens.find(({ key }) => key === 'native')
  }
}
