import { isLatchkeyError } from '../../../contract/error.ts'
import { createError } from '../../../contract/errors/createError.ts'
import type { FrameScreen } from '../../../contract/frameScreens.ts'
import { createMachine, type Machine } from '../../base/machine.ts'
import { orAborted } from '../../base/orAborted.ts'
import type { EngineContext } from '../../context.ts'
import { confirmLogin } from '../../nouns/embedded/confirmLogin.ts'
import { frameOf } from '../../nouns/embedded/frameOf.ts'
import { type SettingsEvent, type SettingsState, settingsTransition } from './settingsTransition.ts'

/** What the frame's settings can begin with. */
export type SettingsScreen = Extract<FrameScreen, 'SETTINGS' | 'RECOVERY_SETUP' | 'DEVICES' | 'PASSKEY'>

/** The settings of the wallet: all of them are the frame's, which asks, reveals and deletes by itself (SPEC §6). */
export interface Settings {
  readonly machine: Machine<SettingsState, SettingsEvent>
  /** Shows a screen of them; `done` once the visitor is through. */
  begin(screen: SettingsScreen): void
  /** Begins anew where it failed. */
  retry(): void
  /** Takes away what the frame shows of it. */
  leave(): void
}

export function createSettings(ctx: EngineContext): Settings {
  const machine = createMachine<SettingsState, SettingsEvent>({ at: 'left' }, settingsTransition)
  let asked: SettingsScreen = 'SETTINGS'
  let life = new AbortController()

  async function show(screen: SettingsScreen, signal: AbortSignal): Promise<void> {
    const frame = await orAborted(frameOf(ctx), signal)
    await orAborted(frame.request('SHOW_SCREEN', { screen }, { signal }), signal)
    machine.dispatch({ type: 'done' })
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
      if (at === 'asked' || at === 'done')
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
