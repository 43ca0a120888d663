import { isUnsupportedNetwork } from '../../../contract/isUnsupportedNetwork.ts'
import { limits } from '../../../contract/limits.ts'
import { getNfts } from '../../../contract/nfts.ts'
import { accountResource, type ReadOptions } from '../../base/accountResource.ts'
import { deriveMachine } from '../../base/deriveMachine.ts'
import { type PageSight, pageSight } from '../../base/pageSight.ts'
import type { ResourceEntry } from '../../base/resourceTransition.ts'
import type { EngineContext } from '../../context.ts'
import { type ActiveAccount, activeAccount } from '../accounts/activeAccount.ts'
import { joinNfts, type NftPage } from './joinNfts.ts'
import type { Nfts, NftsState, OwnedNfts } from './nfts.ts'
import { toCollectible } from './toCollectible.ts'

/** What collectibles need of an engine. */
export type NftsContext = Pick<EngineContext, 'clock' | 'connections' | 'api' | 'signal' | 'isInPage'> & {
  readonly config: Pick<EngineContext['config'], 'projectId' | 'networks' | 'endpoints' | 'basic'>
}

/** The collectibles of one engine; only the newest question of an account is answered, and only while it is the active one. */
export function createNfts(ctx: NftsContext, sight: PageSight = pageSight()): Nfts {
  const resource = accountResource<ActiveAccount, NftPage, NftPage>(ctx, {
    subject: () => (ctx.config.basic ? undefined : activeAccount(ctx)),
    read,
    join: joinNfts,
    fresh: limits.portfolioCache,
    retryGap: limits.balanceRetryGap,
    cursor: ({ next }) => next,
    sight,
  })
  const shown = new WeakMap<ResourceEntry<NftPage>, OwnedNfts>()
  const machine = deriveMachine([resource.machine], (): NftsState => {
    const { entries } = resource.machine.getState()
    return Object.fromEntries(Object.entries(entries).map(([account, entry]) => [account, ownedOf(entry)]))
  })

  /** The same object while nothing of it changed. */
  function ownedOf(entry: ResourceEntry<NftPage>): OwnedNfts {
    const owned = shown.get(entry) ?? toOwned(entry)
    shown.set(entry, owned)
    return owned
  }

  async function read({ address, network }: ActiveAccount, options: ReadOptions): Promise<NftPage> {
    const { cursor, signal } = options
    const { config } = ctx
    const none: NftPage = { items: [], uncovered: true }
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

  const nfts: Nfts = {
    machine,
    async refresh({ force = false } = {}) {
      await resource.refresh({ force })
    },
    async more() {
      await resource.more()
    },
    retry: () => (resource.entry()?.data?.next === undefined ? nfts.refresh({ force: true }) : nfts.more()),
    watch: resource.watch,
  }
  return nfts
}

function toOwned({ data, at, reading, failed }: ResourceEntry<NftPage>): OwnedNfts {
  const { items = [], next, uncovered } = data ?? {}
  return {
    // A list that is read anew stays as it is until the answer is there.
    phase: reading === 'more' ? 'more' : reading ? (data ? 'ready' : 'loading') : failed ? 'failed' : 'ready',
    items,
    ...(next !== undefined && { next }),
    ...(at !== undefined && { at }),
    ...(failed && !reading && { failedAt: failed.at }),
    ...(uncovered && { uncovered }),
  }
}
