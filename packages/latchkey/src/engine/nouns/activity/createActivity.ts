import type { CaipAddress } from '../../../contract/caip.ts'
import { isLatchkeyError } from '../../../contract/error.ts'
import { createError } from '../../../contract/errors/createError.ts'
import type { ErrorCode } from '../../../contract/errors/table.ts'
import { errorTable } from '../../../contract/errors/table.ts'
import { getHistory, type History, type Transaction } from '../../../contract/history.ts'
import { isUnsupportedNetwork } from '../../../contract/isUnsupportedNetwork.ts'
import { limits } from '../../../contract/limits.ts'
import { accountResource, type ReadOptions } from '../../base/accountResource.ts'
import { deriveMachine } from '../../base/deriveMachine.ts'
import { factsOf } from '../../base/factsOf.ts'
import { createMachine } from '../../base/machine.ts'
import { type PageSight, pageSight } from '../../base/pageSight.ts'
import type { ResourceEntry, ResourceState } from '../../base/resourceTransition.ts'
import type { EngineContext } from '../../context.ts'
import { type ActiveAccount, activeAccount } from '../accounts/activeAccount.ts'
import type { Activity, ActivityState } from './activity.ts'
import { keepHistory, recallHistory } from './historyCache.ts'
import { joinHistory, type Listed } from './joinHistory.ts'
import { keepFresh } from './keepFresh.ts'
import type { SentJournal } from './sentJournal.ts'

/** What activity needs of an engine. */
export type ActivityContext = Pick<
  EngineContext,
  'clock' | 'storage' | 'connections' | 'api' | 'facts' | 'signal' | 'isInPage'
> & { readonly config: Pick<EngineContext['config'], 'adapters' | 'networks' | 'endpoints' | 'basic'> }

export interface ActivityOptions {
  /** The journal of what this visitor sent, in a chunk of its own; absent, nothing is sent from here. */
  readonly sends?: (() => Promise<SentJournal>) | undefined
  readonly sight?: PageSight
}

type Sends = ActivityState['sends']
const none: readonly Transaction[] = []

/** The activity of one engine's active account; a question for an account that is left is dropped. */
export function createActivity(
  ctx: ActivityContext,
  { sends, sight = pageSight() }: ActivityOptions = {},
): Activity {
  const resource = accountResource<ActiveAccount, Listed, History | undefined>(ctx, {
    subject: () => activeAccount(ctx),
    read,
    join: joinHistory,
    fresh: limits.transactionCache,
    // A visitor who tries again after a failure does not have to wait.
    retryGap: 0,
    forced: 'follows',
    // 'Failed to fetch transactions': the list becomes empty and the cursor is cleared (SPEC §7, F21).
    failing: 'cleared',
    // Nothing is left of the account before.
    most: 1,
    cursor: ({ next }) => next ?? undefined,
    async recall({ caip10 }) {
      const known = await recallHistory(ctx, caip10).catch(() => undefined)
      return known && { data: joinHistory(undefined, known.page), at: known.readAt }
    },
    // One that failed stays so until the visitor tries again.
    every: ({ data }) => (data && !data.isUnserved ? limits.transactionCache : undefined),
    quiet: true,
    answered({ caip10 }, { isUnserved }, { answer, cursor }) {
      if (!answer || isUnserved || cursor !== undefined) return
      void keepHistory(ctx, { account: caip10, page: answer, readAt: ctx.clock.now() })
    },
    failed: ({ network: { caipNetworkId } }, cause) => {
      const isOurs = isLatchkeyError(cause) && cause.code in errorTable
      const code = isOurs ? (cause.code as ErrorCode) : 'TRANSACTIONS_FAILED'
      ctx.facts.emit('transactionsFailed', { caipNetworkId, code })
    },
    sight,
  })
  const sent = createMachine<Sends, Sends>([], (_, next) => next)
  const machine = deriveMachine([resource.machine, sent], () =>
    toActivityState(resource.machine.getState(), sent.getState()),
  )

  /** Whether the services answer for the account's network; only then do we send requests (SPEC §7). */
  async function isServed({ namespace, network }: ActiveAccount): Promise<boolean> {
    const { config } = ctx
    const hasHistory = factsOf(config, namespace).tabs.includes('activity')
    if (config.basic || !config.endpoints?.api || !hasHistory) return false
    if (isUnsupportedNetwork(network)) return false
    return (await ctx.api()).supported(network.caipNetworkId)
  }

  async function read(of: ActiveAccount, { cursor, signal }: ReadOptions): Promise<History | undefined> {
    if (cursor === undefined && !(await isServed(of))) return undefined
    const api = await ctx.api()
    return api.call(getHistory, {
      params: { address: of.address },
      query: { chainId: of.network.caipNetworkId, ...(cursor !== undefined && { cursor }) },
      signal,
    })
  }

  return {
    machine,
    async refresh({ force = false } = {}) {
      if (!activeAccount(ctx)) throw createError('TRANSACTIONS_NEED_ACCOUNT')
      await resource.refresh({ force })
    },
    async more() {
      await resource.more()
    },
    watch: () =>
      keepFresh(ctx, {
        machine,
        sight,
        sends,
        sent,
        watch: resource.watch,
        look: () => resource.refresh({ force: true, quiet: true }),
      }),
  }
}

function toActivityState({ key, entries }: ResourceState<Listed>, sends: Sends): ActivityState {
  const entry: ResourceEntry<Listed> = (key !== undefined && entries[key]) || {}
  const { data, at, reading } = entry
  return {
    // Keys of this resource are addresses.
    account: key as CaipAddress | undefined,
    at: stageOf(entry),
    isMore: reading === 'more',
    transactions: data?.transactions ?? none,
    next: data?.next ?? null,
    ...(at !== undefined && !data?.isUnserved && { readAt: at }),
    sends,
  }
}

function stageOf({ data, reading, failed }: ResourceEntry<Listed>): ActivityState['at'] {
  // The shown list stays while it is read anew.
  if (data) return data.isUnserved ? 'unserved' : 'ready'
  if (reading) return 'loading'
  return failed ? 'failed' : 'idle'
}
