import { isLatchkeyError } from '../../contract/error.ts'
import { createError } from '../../contract/errors/createError.ts'
import type { FrameScreen } from '../../contract/frameScreens.ts'
import { createMachine, type Machine } from '../../engine/base/machine.ts'
import { orAborted } from '../../engine/base/orAborted.ts'
import { confirmLogin } from '../../engine/flows/login/confirmLogin.ts'
import { frameOf } from '../../engine/nouns/embedded/frameOf.ts'
import type { Widget } from '../shell/widget.ts'
import { type SettingsEvent, type SettingsState, settingsTransition } from './settingsTransition.ts'

/** What the frame's settings can begin with. */
export type SettingsScreen = Extract<FrameScreen, 'SETTINGS' | 'RECOVERY_SETUP' | 'DEVICES' | 'PASSKEY'>

/** The settings of the wallet: all of them are the frame's, which asks, reveals and deletes by itself. */
export interface Settings {
  readonly machine: Machine<SettingsState, SettingsEvent>
  /** Shows a screen of them; once its visitor is through, they are led back. */
  begin(screen: SettingsScreen): void
  /** Begins anew where it failed. */
  retry(): void
  /** Takes away what the frame shows of it. */
  leave(): void
}

export function createSettings({ engine: { ctx }, finish }: Pick<Widget, 'engine' | 'finish'>): Settings {
  const machine = createMachine<SettingsState, SettingsEvent>({ at: 'left' }, settingsTransition)
  let asked: SettingsScreen = 'SETTINGS'
  let life = new AbortController()

  async function show(screen: SettingsScreen, signal: AbortSignal): Promise<void> {
    const frame = await orAborted(frameOf(ctx), signal)
    await orAborted(frame.request('SHOW_SCREEN', { screen }, { signal }), signal)
    // Somebody who logged out or deleted the account in there has no account to go back to: that is told by the frame.
    finish()
  }

  function begin(screen: SettingsScreen): void {
    life.abort()
    life = new AbortController()
    asked = screen
    const { signal } = life
    machine.dispatch({ type: 'begun' })
    show(screen, signal).catch(cause => {
      if (signal.aborted) return
      const { code, message } = isLatchkeyError(cause) ? cause : createError('FRAME_ERROR', { cause })
      machine.dispatch({ type: 'failed', fault: { code, message } })
    })
  }

  return {
    machine,
    begin,
    retry: () => begin(asked),
    leave() {
      const { at } = machine.getState()
      life.abort()
      machine.dispatch({ type: 'left' })
      // A frame that does not hear it shows nothing either.
      if (at === 'asked')
        ctx
          .frame?.()
          .then(async frame => {
            await frame.request('HIDE_SCREEN', {})
            // An address may have been added or changed in there.
            await confirmLogin(ctx, frame)
          })
          .catch(() => undefined)
    },
  }
}
