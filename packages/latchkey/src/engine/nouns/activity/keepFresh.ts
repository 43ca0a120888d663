import type { Machine } from '../../base/machine.ts'
import type { PageSight } from '../../base/pageSight.ts'
import type { PollContext } from '../../base/poll.ts'
import type { Activity, ActivityState } from './activity.ts'
import type { ChaseContext } from './chaseReceipts.ts'
import type { SentJournal } from './sentJournal.ts'

type Sends = ActivityState['sends']

export interface FreshnessOptions {
  readonly machine: Activity['machine']
  readonly sight: PageSight
  readonly sends: (() => Promise<SentJournal>) | undefined
  /** The journal's events. */
  readonly sent: Machine<Sends, Sends>
  /** Reads it while it is looked at. Answers the stop. */
  readonly watch: () => () => void
  /** Reads the first page anew, quietly. Never rejects. */
  readonly look: () => Promise<unknown>
}

/**
 * Reads an account's activity while it is watched, with what was sent from here, and sooner for that
 * (`chaseReceipts`). A page out of sight asks nothing. Answers the stop.
 */
export function keepFresh(
  ctx: PollContext & ChaseContext,
  { machine, sight, sends, sent, watch, look }: FreshnessOptions,
): () => void {
  let isOver = false
  let isChased = false

  function follow(): void {
    if (isChased || sent.getState().length === 0) return
    isChased = true
    // Without its chunk it is found a little later.
    import('./chaseReceipts.ts').then(({ chaseReceipts }) => {
      const lookSooner = async () => {
        if (sight.isSeen() && machine.getState().at === 'ready') await look()
      }
      if (!isOver) stops.push(chaseReceipts(ctx, { machine, look: lookSooner }))
    }, ignore)
  }

  const stops = [sent.subscribe(follow), watch()]
  // Without its chunk the chain's word is all there is.
  sends?.().then(journal => {
    if (isOver) return
    sent.dispatch(journal.machine.getState())
    stops.push(journal.machine.subscribe(sent.dispatch), journal.watch())
  }, ignore)
  follow()
  return () => {
    isOver = true
    for (const stop of stops.splice(0)) stop()
  }
}

function ignore(): void {}
