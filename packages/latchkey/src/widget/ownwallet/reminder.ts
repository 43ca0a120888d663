import type { FrameAnswer } from '../../contract/frame.ts'
import { oneOf } from '../../engine/base/oneOf.ts'
import type { EngineContext } from '../../engine/context.ts'

type Reminder = FrameAnswer<'GET_REMINDER'>
type Owner = Pick<EngineContext, 'frame'>

/** What a widget knows of one login. */
interface Known {
  answer?: { readonly connectionId: string | undefined; readonly reminder: Reminder }
  /** The connection's id. Separate from the answer, so that a pending answer undoes nothing. */
  putOff?: string | undefined
}

const createKnown = (): Known => ({})

/** What a login is to be reminded of; undefined before the frame answered, and after it was put off. */
export function reminderOf(owner: Owner, connectionId: string | undefined): Reminder | undefined {
  const { answer } = oneOf(owner, createKnown)
  return answer?.connectionId === connectionId && !isPutOff(owner, connectionId)
    ? answer?.reminder
    : undefined
}

/** Keeps what the frame answered for a login. */
export function keepReminder(owner: Owner, connectionId: string | undefined, reminder: Reminder): void {
  oneOf(owner, createKnown).answer = { connectionId, reminder }
}

/** Hides the reminder until the page reloads or a visitor logs in again. */
export function putOffReminder(owner: Owner, connectionId: string | undefined): void {
  oneOf(owner, createKnown).putOff = connectionId
}

/** For good, in this browser: the wallet's frame keeps that it was read. */
export function putAwayReminder(owner: Owner, connectionId: string | undefined): void {
  putOffReminder(owner, connectionId)
  const notify = async () => (await owner.frame?.())?.request('PUT_AWAY_REMINDER', {})
  // A lost message is sent again with the next visit.
  notify().catch(() => undefined)
}

/** Whether the visitor put the reminder of this login off. */
export function isPutOff(owner: Owner, connectionId: string | undefined): boolean {
  return oneOf(owner, createKnown).putOff === connectionId
}
