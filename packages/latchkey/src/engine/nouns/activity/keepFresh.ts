import { limits } from '../../../contract/limits.ts'
import { keepLooking, type Looked } from '../../base/keepLooking.ts'
import type { Machine } from '../../base/machine.ts'
import type { PageSight } from '../../base/pageSight.ts'
import type { ActivityEvent, ActivityState } from './activityTransition.ts'
import type { SentJournal } from './sentJournal.ts'

export interface FreshnessOptions {
  readonly machine: Machine<ActivityState, ActivityEvent>
  readonly sight: PageSight
  readonly sends: (() => Promise<SentJournal>) | undefined
  /** Reads the first page, where it is older than 15 s unless forced; as a visitor's question, or quietly. Never rejects. */
  readonly read: (force: boolean, quiet: boolean) => Promise<void>
}

const cache = limits.transactionCache

/**
 * Reads an account's activity now, for another account again, every 15 s while the page is in sight, and sooner for
 * what was sent from here (`chaseReceipts`). A page out of sight asks nothing. Answers the stop.
 */
export function keepFresh(ctx: Looked, { machine, sight, sends, read }: FreshnessOptions): () => void {
  const { getState } = machine
  const isReady = () => getState().at === 'ready'
  let isOver = false
  let isChased = false
  let isAsked = false

  function follow(): void {
    if (isChased || getState().sends.length === 0) return
    isChased = true
    // Without its chunk it is found a little later.
    import('./chaseReceipts.ts').then(({ chaseReceipts }) => {
      const look = async () => {
        if (sight.isSeen() && isReady()) await read(true, true)
      }
      if (!isOver) stops.push(chaseReceipts(ctx, { machine, look }))
    }, ignore)
  }

  const stops = [
    machine.subscribe(follow),
    keepLooking(ctx, {
      sight,
      refresh() {
        const isQuiet = isAsked && isReady()
        isAsked = true
        return read(false, isQuiet)
      },
      // One that failed stays so until the visitor tries again.
      dueAt() {
        const { at, readAt = 0 } = getState()
        const now = ctx.clock.now()
        return at === 'ready' ? now + cache - ((now - readAt) % cache) : Number.POSITIVE_INFINITY
      },
    }),
  ]
  // Without its chunk the chain's word is all there is.
  sends?.().then(journal => {
    if (isOver) return
    const told = (known: ActivityState['sends']) => machine.dispatch({ type: 'sent', sends: known })
    told(journal.machine.getState())
    stops.push(journal.machine.subscribe(told), journal.watch())
  }, ignore)
  follow()
  return () => {
    isOver = true
    for (const stop of stops.splice(0)) stop()
  }
}

function ignore(): void {}
