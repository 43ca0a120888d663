import type { ChainNamespace } from '../../../contract/caip.ts'
import { limits } from '../../../contract/limits.ts'
import type { WalletListing } from '../../../contract/wallet.ts'
import { createImages } from '../../base/images.ts'
import { createMachine, type Machine } from '../../base/machine.ts'
import { oneOf } from '../../base/oneOf.ts'
import { wait } from '../../base/wait.ts'
import type { EngineContext } from '../../context.ts'
import type { DirectoryQuery } from '../../nouns/directory/directory.ts'
import {
  type AllWalletsEvent,
  type AllWalletsState,
  allWalletsTransition,
  canAskMore,
  emptyAllWallets,
  type FoundPage,
  shownOf,
} from './allWalletsTransition.ts'
import { directoryFilter } from './directoryFilter.ts'

export interface AllWallets {
  readonly machine: Machine<AllWalletsState, AllWalletsEvent>
  /** Asks for the catalogue unless it is there from before in this opening; the answer ends what is being asked. */
  enter(namespace: ChainNamespace | undefined): () => void
  type(term: string): void
  /** Requests the next page, if there is one and it is not being requested. */
  more(): void
  /** Asks the question on show once more. */
  retry(): void
}

/** What the catalogue needs of an engine. */
export type CatalogueContext = Pick<
  EngineContext,
  'api' | 'clock' | 'config' | 'directory' | 'facts' | 'phone' | 'signal'
>

/** Asks the directory for what AllWallets shows. Only the newest question of a kind is answered (SPEC-NOTES §2 "Races"). */
export function createAllWallets(ctx: CatalogueContext): AllWallets {
  const images = oneOf(ctx, createImages)
  const { clock } = ctx
  const machine = createMachine<AllWalletsState, AllWalletsEvent>(emptyAllWallets, allWalletsTransition)
  let namespace: ChainNamespace | undefined
  let tickets = 0
  let visit = new AbortController()
  let searching = new AbortController()
  let cancelDebounce: (() => void) | undefined
  // The next opening begins anew; coming back from a wallet finds the list as it was.
  const off = ctx.facts.on('closed', () => machine.dispatch({ type: 'reset' }))
  ctx.signal.addEventListener('abort', off)

  async function page(query: DirectoryQuery, signal: AbortSignal): Promise<FoundPage> {
    const directory = await ctx.directory()
    const { data, count, source } = await directory.page({
      ...directoryFilter(ctx.config, { phone: ctx.phone, namespace }),
      ...query,
      signal,
    })
    return { data, count, fallback: source === 'bundled' && ctx.config.endpoints?.directory !== undefined }
  }

  /** The wallets that the host wants first come first, wherever the directory ranks them. */
  async function firstPage(signal: AbortSignal): Promise<FoundPage> {
    const { featuredWalletIds = [] } = ctx.config
    const entries = limits.pagedWallets
    if (featuredWalletIds.length === 0) return page({ entries }, signal)
    const [featured, first] = await Promise.all([
      page({ entries: limits.searchResults, include: featuredWalletIds }, signal),
      page({ entries }, signal),
    ])
    return { ...first, data: [...featured.data, ...first.data] }
  }

  async function answer(ticket: number, ask: Promise<FoundPage>, signal: AbortSignal): Promise<void> {
    try {
      const found = await ask
      await preload(found.data, signal)
      if (!signal.aborted) machine.dispatch({ type: 'answered', ticket, page: found })
    } catch {
      if (!signal.aborted) machine.dispatch({ type: 'failed', ticket })
    }
  }

  // Pictures that come in time are there with the list; later ones take the place of their letter (F25).
  async function preload(wallets: readonly WalletListing[], signal: AbortSignal): Promise<void> {
    const ids = wallets.slice(0, limits.preloadedImages).flatMap(({ image_id }) => image_id ?? [])
    if (ids.length === 0) return
    const shown = new AbortController()
    signal.addEventListener('abort', () => shown.abort(), { signal: shown.signal })
    await Promise.race([
      Promise.all(ids.map(id => images.image('wallets', id))),
      wait(clock, limits.imageTimeout, shown.signal),
    ])
    shown.abort()
  }

  function stopDebounce(): void {
    cancelDebounce?.()
    cancelDebounce = undefined
  }

  function askCatalogue(): void {
    const ticket = ++tickets
    machine.dispatch({ type: 'asked', query: '', ticket })
    void answer(ticket, firstPage(visit.signal), visit.signal)
  }

  function askSearch(query: string): void {
    stopDebounce()
    searching.abort()
    searching = new AbortController()
    const { signal } = searching
    const ticket = ++tickets
    machine.dispatch({ type: 'asked', query, ticket })
    // An answer at once would only flicker (SPEC §9 "minimum wait").
    const asked = Promise.all([
      page({ search: query, entries: limits.searchResults }, signal),
      wait(clock, limits.searchWait, signal),
    ])
    void answer(
      ticket,
      asked.then(([found]) => found),
      signal,
    )
  }

  return {
    machine,
    enter(asked) {
      visit = new AbortController()
      if (namespace !== asked) machine.dispatch({ type: 'reset' })
      namespace = asked
      const { catalogue, search } = machine.getState()
      if (catalogue.at === 'loading' || catalogue.at === 'failed') askCatalogue()
      // What is still being typed is asked for in its time.
      if (search?.at === 'loading' && !cancelDebounce) askSearch(search.query)
      return () => {
        stopDebounce()
        visit.abort()
        searching.abort()
        machine.dispatch({ type: 'left' })
      }
    },
    type(term) {
      const before = machine.getState().search
      machine.dispatch({ type: 'typed', term })
      const { search } = machine.getState()
      if (search === before) return
      stopDebounce()
      searching.abort()
      if (!search) return
      cancelDebounce = clock.setTimeout(() => askSearch(search.query), limits.debounce)
    },
    more() {
      const { catalogue, search } = machine.getState()
      if (search || !canAskMore(catalogue)) return
      const ticket = ++tickets
      machine.dispatch({ type: 'askedMore', ticket })
      const next = page({ page: catalogue.pages + 1, entries: limits.pagedWallets }, visit.signal)
      void answer(ticket, next, visit.signal)
    },
    retry() {
      const { query } = shownOf(machine.getState())
      if (query === '') askCatalogue()
      else askSearch(query)
    },
  }
}
