import { addressOf } from '../../../contract/caip.ts'
import { isUnsupportedNetwork } from '../../../contract/isUnsupportedNetwork.ts'
import { limits } from '../../../contract/limits.ts'
import type { Network } from '../../../contract/network.ts'
import { getNfts } from '../../../contract/nfts.ts'
import { createMachine } from '../../base/machine.ts'
import type { EngineContext } from '../../context.ts'
import { networkOf } from '../../nouns/accounts/projectState.ts'
import type { Nfts, NftsState, OwnedNfts } from './nfts.ts'
import { type NftPage, type NftsEvent, nftsTransition } from './nftsTransition.ts'
import { toCollectible } from './toCollectible.ts'

/** What collectibles need of an engine. */
export type NftsContext = Pick<EngineContext, 'clock' | 'connections' | 'api' | 'signal'> & {
  readonly config: Pick<EngineContext['config'], 'projectId' | 'networks' | 'endpoints' | 'basic'>
}

/** Whose collectibles, and where. */
interface Place {
  readonly account: string
  readonly address: string
  readonly network: Network
}

/** The collectibles of one engine; only the newest question of an account is answered, and only while it is the active one. */
export function createNfts(ctx: NftsContext): Nfts {
  const machine = createMachine<NftsState, NftsEvent>({}, nftsTransition)
  let asking: { readonly account: string; readonly ending: AbortController } | undefined
  let tickets = 0

  const off = ctx.connections.subscribe(() => {
    if (asking && asking.account !== activePlace()?.account) asking.ending.abort()
  })
  ctx.signal.addEventListener('abort', () => {
    off()
    asking?.ending.abort()
  })

  function activePlace(): Place | undefined {
    const connections = ctx.connections.getState()
    const namespace = connections.activeNamespace
    const account = connections.active[namespace]?.caip10
    if (account === undefined || ctx.config.basic || ctx.signal.aborted) return undefined
    const network = networkOf(connections, ctx.config.networks, namespace)
    return { account, address: addressOf(account), network }
  }

  const known = (place: Place): OwnedNfts | undefined => machine.getState()[place.account]

  async function read(
    { address, network }: Place,
    cursor: string | undefined,
    signal: AbortSignal,
  ): Promise<NftPage> {
    const { config } = ctx
    const none: NftPage = { items: [], next: undefined, uncovered: true }
    if (!config.endpoints?.api || isUnsupportedNetwork(network)) return none
    const api = await ctx.api()
    const chainId = network.caipNetworkId
    if (!(await api.supported(chainId))) return none
    const query = { chainId, ...(cursor !== undefined && { cursor }) }
    const { data, next, unserved } = await api.call(getNfts, { params: { address }, query, signal })
    if (unserved) return none
    const items = data.filter(nft => nft.chainId === chainId).flatMap(nft => toCollectible(nft, config) ?? [])
    return { items, next: next ?? undefined }
  }

  async function ask(place: Place, cursor?: string): Promise<void> {
    const { account } = place
    const ticket = ++tickets
    const ending = new AbortController()
    const { signal } = ending
    asking?.ending.abort()
    asking = { account, ending }
    machine.dispatch({ type: 'asked', account, ticket, more: cursor !== undefined })
    // At once: whoever comes back to the account before the question has ended is to ask anew.
    signal.addEventListener('abort', () => machine.dispatch({ type: 'dropped', account, ticket }))
    try {
      const page = await read(place, cursor, signal)
      if (!signal.aborted) machine.dispatch({ type: 'answered', account, ticket, page, at: ctx.clock.now() })
    } catch {
      if (!signal.aborted) machine.dispatch({ type: 'failed', account, ticket, at: ctx.clock.now() })
    }
  }

  function isFresh({ at, failedAt, ticket }: OwnedNfts): boolean {
    const age = (since: number | undefined) =>
      since === undefined ? Number.POSITIVE_INFINITY : Math.abs(ctx.clock.now() - since)
    return ticket !== 0 || age(failedAt) < limits.balanceRetryGap || age(at) < limits.portfolioCache
  }

  const nfts: Nfts = {
    machine,
    async refresh({ force = false } = {}) {
      const place = activePlace()
      const before = place && known(place)
      if (!place || (!force && before && isFresh(before))) return
      await ask(place)
    },
    async more() {
      const place = activePlace()
      const before = place && known(place)
      if (!place || before?.next === undefined || before.ticket !== 0) return
      await ask(place, before.next)
    },
    retry() {
      const place = activePlace()
      return place && known(place)?.next !== undefined ? nfts.more() : nfts.refresh({ force: true })
    },
    watch() {
      let shown: string | undefined
      const look = () => {
        const account = activePlace()?.account
        if (account === shown) return
        shown = account
        void nfts.refresh()
      }
      const stop = ctx.connections.subscribe(look)
      look()
      return stop
    },
  }
  return nfts
}
