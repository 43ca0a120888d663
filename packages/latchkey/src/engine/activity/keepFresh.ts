import { limits } from '../../contract/limits.ts'
import type { Machine } from '../base/machine.ts'
import type { EngineContext } from '../context.ts'
import type { ActivityEvent, ActivityState } from './activityTransition.ts'
import type { SentJournal, SentTransfer } from './sentTransfer.ts'

export interface FreshnessOptions {
  readonly machine: Pick<Machine<ActivityState, ActivityEvent>, 'getState' | 'subscribe'>
  readonly sends: (() => Promise<SentJournal>) | undefined
  /** Reads the first page: as a visitor's question, or quietly and at once. */
  readonly read: (quiet: boolean) => Promise<void>
  readonly told: (sends: readonly SentTransfer[]) => void
}

/**
 * Reads an account's activity now, for another account again, every 15 s while the page is in sight, and sooner for
 * what was sent from here (`chaseReceipts`). A page out of sight asks nothing. Answers the stop.
 */
export function keepFresh(
  ctx: Pick<EngineContext, 'clock' | 'signal'>,
  { machine, sends, read, told }: FreshnessOptions,
): () => void {
  const page = document
  const stops: (() => void)[] = []
  let isOver = false
  let isChased = false
  let cancel = () => {}
  const isInSight = () => !isOver && !ctx.signal.aborted && page.visibilityState !== 'hidden'

  function schedule(): void {
    cancel()
    if (!isInSight()) return
    cancel = ctx.clock.setTimeout(() => void look(true), limits.transactionCache)
  }

  async function look(quiet: boolean): Promise<void> {
    cancel()
    if (!isInSight()) return
    // One that failed stays so until the visitor tries again.
    if (!quiet || machine.getState().at === 'ready') await read(quiet)
    schedule()
  }

  function follow(): void {
    if (isChased) return
    isChased = true
    import('./chaseReceipts.ts').then(
      ({ chaseReceipts }) => {
        if (!isOver) stops.push(chaseReceipts(ctx, { machine, look: () => look(true) }))
      },
      // Without its chunk it is found a little later.
      () => undefined,
    )
  }

  const onVisibility = () => {
    if (isInSight()) void look(machine.getState().at === 'ready')
    else cancel()
  }
  page.addEventListener('visibilitychange', onVisibility)
  stops.push(
    () => page.removeEventListener('visibilitychange', onVisibility),
    machine.subscribe((state, before) => {
      if (state.account !== before.account && state.account !== undefined) void look(false)
      if (state.sends.length > 0) follow()
    }),
  )
  sends?.().then(
    journal => {
      if (isOver) return
      told(journal.machine.getState())
      stops.push(journal.machine.subscribe(told), journal.watch())
    },
    // Without its chunk the chain's word is all there is.
    () => undefined,
  )
  if (machine.getState().sends.length > 0) follow()
  void look(false)
  return () => {
    isOver = true
    cancel()
    for (const stop of stops.splice(0)) stop()
  }
}
