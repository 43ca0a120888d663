import { addressOf, type CaipAddress, namespaceOf, networkIdOf } from '../../../contract/caip.ts'
import { isLatchkeyError } from '../../../contract/error.ts'
import { createError } from '../../../contract/errors/createError.ts'
import type { ErrorCode } from '../../../contract/errors/table.ts'
import { errorTable } from '../../../contract/errors/table.ts'
import { getHistory, type History } from '../../../contract/history.ts'
import { isUnsupportedNetwork } from '../../../contract/isUnsupportedNetwork.ts'
import { limits } from '../../../contract/limits.ts'
import { createMachine } from '../../base/machine.ts'
import { type PageSight, pageSight } from '../../base/pageSight.ts'
import type { EngineContext } from '../../context.ts'
import { networkOf } from '../accounts/projectState.ts'
import type { Activity } from './activity.ts'
import {
  type ActivityEvent,
  type ActivityState,
  activityTransition,
  emptyActivity,
} from './activityTransition.ts'
import { keepHistory, recallHistory } from './historyCache.ts'
import { keepFresh } from './keepFresh.ts'
import type { SentJournal } from './sentJournal.ts'

/** What activity needs of an engine. */
export type ActivityContext = Pick<
  EngineContext,
  'clock' | 'storage' | 'connections' | 'api' | 'facts' | 'signal' | 'isInPage'
> & { readonly config: Pick<EngineContext['config'], 'networks' | 'endpoints' | 'basic'> }

export interface ActivityOptions {
  /** The journal of what this visitor sent, in a chunk of its own; absent, nothing is sent from here. */
  readonly sends?: (() => Promise<SentJournal>) | undefined
  readonly sight?: PageSight
}

/** Namespaces whose history the services tell (SPEC §6). */
const served: readonly string[] = ['eip155']

/** The activity of one engine's active account; what is asked for an account that is left is let go. */
export function createActivity(
  ctx: ActivityContext,
  { sends, sight = pageSight() }: ActivityOptions = {},
): Activity {
  const machine = createMachine<ActivityState, ActivityEvent>(emptyActivity, activityTransition)
  let life = new AbortController()
  let reading: Promise<void> | undefined
  let readingMore: Promise<void> | undefined

  const activeAccount = () => {
    const { active, activeNamespace } = ctx.connections.getState()
    return active[activeNamespace]?.caip10
  }

  /** Takes up the account of now; whatever was asked for another one is over. */
  function follow(): void {
    const account = activeAccount()
    if (machine.getState().account === account) return
    life.abort()
    life = new AbortController()
    reading = undefined
    readingMore = undefined
    machine.dispatch({ type: 'reset', account })
  }

  const off = ctx.connections.subscribe(follow)
  follow()
  ctx.signal.addEventListener('abort', () => {
    off()
    life.abort()
  })

  /** Whether somebody answers for the account's network; only then is anything asked (SPEC §7). */
  async function isServed(account: CaipAddress): Promise<boolean> {
    const { config } = ctx
    const namespace = namespaceOf(account)
    const network = networkOf(ctx.connections.getState(), config.networks, namespace)
    if (config.basic || !config.endpoints?.api || !served.includes(namespace)) return false
    if (isUnsupportedNetwork(network)) return false
    return (await ctx.api()).supported(networkIdOf(account))
  }

  async function ask(account: CaipAddress, signal: AbortSignal, cursor?: string): Promise<History> {
    const api = await ctx.api()
    return api.call(getHistory, {
      params: { address: addressOf(account) },
      query: { chainId: networkIdOf(account), ...(cursor !== undefined && { cursor }) },
      signal,
    })
  }

  function fail(account: CaipAddress, cause: unknown): void {
    const isOurs = isLatchkeyError(cause) && cause.code in errorTable
    ctx.facts.emit('transactionsFailed', {
      caipNetworkId: networkIdOf(account),
      code: isOurs ? (cause.code as ErrorCode) : 'TRANSACTIONS_FAILED',
    })
    machine.dispatch({ type: 'failed' })
  }

  async function readFirst(account: CaipAddress, signal: AbortSignal, quiet: boolean): Promise<void> {
    try {
      const known = quiet || machine.getState().at !== 'idle' ? undefined : await recallHistory(ctx, account)
      if (signal.aborted) return
      if (known) return machine.dispatch({ type: 'read', page: known.page, readAt: known.readAt })
      machine.dispatch({ type: 'asked', page: 'first' })
      const page = (await isServed(account)) ? await ask(account, signal) : undefined
      if (signal.aborted) return
      if (!page || page.unserved) return machine.dispatch({ type: 'unserved' })
      const readAt = ctx.clock.now()
      machine.dispatch({ type: 'read', page, readAt })
      void keepHistory(ctx, { account, page, readAt })
    } catch (cause) {
      if (signal.aborted) return
      // A question that nobody asked is not told as failed: what is there stays, and the next one may do better.
      if (!quiet) fail(account, cause)
    }
  }

  function refresh(force: boolean, quiet: boolean): Promise<void> {
    follow()
    const { account, at, readAt } = machine.getState()
    if (!account) return Promise.reject(createError('TRANSACTIONS_NEED_ACCOUNT'))
    const isFresh =
      at === 'ready' && readAt !== undefined && Math.abs(ctx.clock.now() - readAt) < limits.transactionCache
    if (reading || (isFresh && !force)) return reading ?? Promise.resolve()
    const { signal } = life
    const asking = readFirst(account, signal, quiet).finally(() => {
      if (reading === asking) reading = undefined
    })
    reading = asking
    return asking
  }

  async function readMore(account: CaipAddress, signal: AbortSignal, cursor: string): Promise<void> {
    machine.dispatch({ type: 'asked', page: 'more' })
    try {
      const page = await ask(account, signal, cursor)
      if (!signal.aborted) machine.dispatch({ type: 'readMore', page, cursor })
    } catch (cause) {
      if (!signal.aborted) fail(account, cause)
    }
  }

  return {
    machine,
    refresh: ({ force = false } = {}) => refresh(force, false),
    more() {
      const { account, next, at } = machine.getState()
      if (readingMore || !account || next === null || at !== 'ready') return readingMore ?? Promise.resolve()
      const asking = readMore(account, life.signal, next).finally(() => {
        if (readingMore === asking) readingMore = undefined
      })
      readingMore = asking
      return asking
    },
    watch: () =>
      keepFresh(ctx, {
        machine,
        sight,
        sends,
        read: (force, quiet) => refresh(force, quiet).catch(() => undefined),
      }),
  }
}
