import type { ErrorKind } from '../../../contract/error.ts'
import { createError } from '../../../contract/errors/createError.ts'
import { toConnectError } from '../../../contract/errors/toConnectError.ts'
import type { FrameScreen } from '../../../contract/frameScreens.ts'
import type { Frame } from '../../../embedded/openFrame.ts'
import { isEmailAddress } from '../../base/emailAddress.ts'
import { createMachine, type Machine } from '../../base/machine.ts'
import { orAborted } from '../../base/orAborted.ts'
import type { EngineContext } from '../../context.ts'
import { frameOf } from '../../nouns/embedded/frameOf.ts'
import { type Asking, createAsking } from './createAsking.ts'
import { type EmailEvent, type EmailState, emailTransition } from './emailTransition.ts'

/** What the page does with an email address that the frame is to prove: codes are asked by the frame alone. */
export interface EmailFlow {
  readonly machine: Machine<EmailState, EmailEvent>
  /** Begins, with an address as it was typed. */
  send(typed: string): void
  /** Gives it up, unless the frame has reported a login: what the frame shows of it is taken away, and a late answer counts for nothing. */
  leave(): void
}

/** What is done with the address. */
export interface EmailSteps {
  /** The screen that the frame asks the visitor by; undefined when there is nothing to ask. */
  begin(frame: Frame, email: string, signal: AbortSignal): Promise<FrameScreen | undefined>
  /** Whether a login that the frame has reported continues when the visitor leaves its screen. */
  readonly outlivesScreen?: boolean
  /** After the visitor was asked. */
  finish(frame: Frame, email: string, signal: AbortSignal): Promise<void>
  /** It has begun, or ended in whichever way. */
  moved?(isUnderWay: boolean): void
  failed?(error: { readonly code: string; readonly kind: ErrorKind }): void
}

/** Makes a flow with one address at a time. */
export function createEmailFlow(ctx: EngineContext, steps: EmailSteps): EmailFlow {
  const machine = createMachine<EmailState, EmailEvent>({ at: 'typing' }, emailTransition)
  let request = new AbortController()
  let asking: Asking | undefined
  let isLeft = false

  async function run(email: string, signal: AbortSignal): Promise<boolean> {
    const frame = await orAborted(frameOf(ctx), signal)
    const asked = createAsking(frame, signal)
    asking = steps.outlivesScreen ? asked : undefined
    const screen = await orAborted(steps.begin(frame, email, signal), signal)
    if (screen !== undefined) {
      machine.dispatch({ type: 'asked', screen })
      if (!(await asked.show(screen))) return false
    }
    machine.dispatch({ type: 'entering' })
    await orAborted(steps.finish(frame, email, signal), signal)
    return true
  }

  function fail(email: string, cause: unknown): void {
    const error = toConnectError(cause)
    const { code, message, context } = error
    const { n } = context
    const until = typeof n === 'number' ? ctx.clock.now() + n * 1_000 : undefined
    if (code === 'INVALID_EMAIL') ctx.alert('APKTW002')
    machine.dispatch({ type: 'failed', email, failure: { code, message, until } })
    steps.failed?.(error)
  }

  function giveUp(): void {
    request.abort()
    machine.dispatch({ type: 'left' })
  }

  return {
    machine,
    send(typed) {
      if (machine.getState().at !== 'typing') return
      const email = typed.trim()
      if (!isEmailAddress(email)) {
        fail(typed, createError('INVALID_EMAIL'))
        return
      }
      request = new AbortController()
      const { signal } = request
      isLeft = false
      machine.dispatch({ type: 'begun', email })
      steps.moved?.(true)
      run(email, signal).then(
        isDone => {
          // A visitor who left has ended it already.
          if (signal.aborted) return
          steps.moved?.(false)
          machine.dispatch({ type: isDone ? 'entered' : 'left' })
          // The view is gone that would have left it.
          if (isLeft) giveUp()
        },
        cause => {
          if (signal.aborted) return
          steps.moved?.(false)
          fail(email, cause)
        },
      )
    },
    leave() {
      const { at } = machine.getState()
      isLeft = at === 'asked' && asking?.leave() === true
      if (!isLeft) {
        giveUp()
        if (at === 'typing' || at === 'in') return
        steps.moved?.(false)
      }
      // A frame that does not hear it shows nothing either.
      if (at === 'asked')
        ctx
          .frame?.()
          .then(frame => frame.request('HIDE_SCREEN', {}))
          .catch(() => undefined)
    },
  }
}
