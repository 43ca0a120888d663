import { limits } from '../../contract/limits.ts'
import type { Machine } from '../base/machine.ts'
import type { EngineContext } from '../context.ts'
import type { ActivityEvent, ActivityState } from './activityTransition.ts'
import type { SentJournal, SentTransfer } from './sentTransfer.ts'

/** Milliseconds to the next look for a transaction that its receipt speaks of and the index does not have yet; doubles. */
const chase = 1_000
/** For how long after the receipt it is looked for. */
const chaseTime = 120_000

export interface FreshnessOptions {
  readonly machine: Pick<Machine<ActivityState, ActivityEvent>, 'getState' | 'subscribe'>
  readonly sends: (() => Promise<SentJournal>) | undefined
  /** Reads the first page: as a visitor's question, or quietly and at once. */
  readonly read: (quiet: boolean) => Promise<void>
  readonly told: (sends: readonly SentTransfer[]) => void
}

/**
 * Reads an account's activity now, for another account again, every 15 s while the page is in sight, and sooner when a
 * transfer of ours has a receipt that the list does not have. A page out of sight asks nothing. Answers the stop.
 */
export function keepFresh(
  ctx: Pick<EngineContext, 'clock' | 'signal'>,
  { machine, sends, read, told }: FreshnessOptions,
): () => void {
  const page = document
  const stops: (() => void)[] = []
  let isOver = false
  let tries = 0
  let cancel = () => {}
  const isInSight = () => !isOver && !ctx.signal.aborted && page.visibilityState !== 'hidden'

  function schedule(): void {
    cancel()
    if (!isInSight()) return
    const isChasing = isMissed(machine.getState(), ctx.clock.now())
    if (!isChasing) tries = 0
    const delay = isChasing ? Math.min(chase * 2 ** tries, limits.transactionCache) : limits.transactionCache
    cancel = ctx.clock.setTimeout(() => {
      tries += 1
      void look(true)
    }, delay)
  }

  async function look(quiet: boolean): Promise<void> {
    cancel()
    if (!isInSight()) return
    // One that failed stays so until the visitor tries again.
    if (!quiet || machine.getState().at === 'ready') await read(quiet)
    schedule()
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
      else if (state.sends !== before.sends && settledOf(state) !== settledOf(before)) {
        tries = 0
        schedule()
      }
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
  void look(false)
  return () => {
    isOver = true
    cancel()
    for (const stop of stops.splice(0)) stop()
  }
}

/** Hashes that receipts speak of. */
function minedOf({ sends }: ActivityState): readonly string[] {
  return sends.flatMap(({ receipt }) =>
    receipt ? (receipt.status === 'replaced' ? receipt.by : receipt.hash).toLowerCase() : [],
  )
}

function settledOf(state: ActivityState): string {
  return minedOf(state).join()
}

/** Whether a recent transfer has a receipt, and the list does not have its transaction. */
function isMissed(state: ActivityState, now: number): boolean {
  if (state.at !== 'ready') return false
  const recent = { ...state, sends: state.sends.filter(({ at }) => Math.abs(now - at) < chaseTime) }
  const listed = new Set(state.transactions.map(({ metadata }) => metadata.hash.toLowerCase()))
  return minedOf(recent).some(hash => !listed.has(hash))
}
