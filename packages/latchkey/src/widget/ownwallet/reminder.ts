import type { FrameAnswer } from '../../contract/frame.ts'
import type { Widget } from '../shell/widget.ts'

type Reminder = FrameAnswer<'GET_REMINDER'>

/** What a widget knows of one login. */
interface Known {
  readonly connectionId: string | undefined
  readonly reminder: Reminder
}

type Kept = Widget['kept']

const known = 'recoveryReminder'
/** Beside it: an answer that is under way undoes nothing. */
const putOff = 'recoveryPutOff'

/** What a login is to be reminded of; undefined before the frame answered, and after it was put off. */
export function reminderOf(kept: Kept, connectionId: string | undefined): Reminder | undefined {
  const last = kept.get(known) as Known | undefined
  return last?.connectionId === connectionId && !isPutOff(kept, connectionId) ? last?.reminder : undefined
}

/** Keeps what the frame answered for a login. */
export function keepReminder(kept: Kept, connectionId: string | undefined, reminder: Reminder): void {
  kept.set(known, { connectionId, reminder } satisfies Known)
}

/** Until the page is loaded anew, or somebody logs in anew. */
export function putOffReminder(kept: Kept, connectionId: string | undefined): void {
  kept.set(putOff, connectionId)
}

/** For good, in this browser: the wallet's frame keeps that it was read. */
export function putAwayReminder(
  { kept, engine }: Pick<Widget, 'kept' | 'engine'>,
  connectionId: string | undefined,
): void {
  putOffReminder(kept, connectionId)
  const tell = async () => (await engine.ctx.frame?.())?.request('PUT_AWAY_REMINDER', {})
  // What did not arrive is told with the next visit.
  tell().catch(() => undefined)
}

/** Nobody is reminded of nothing. */
export function isPutOff(kept: Kept, connectionId: string | undefined): boolean {
  return kept.get(putOff) === connectionId
}
