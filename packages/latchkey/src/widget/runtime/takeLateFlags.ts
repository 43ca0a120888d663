import { limits } from '../../contract/limits.ts'
import type { Machine } from '../../engine/base/machine.ts'
import type { EngineContext } from '../../engine/context.ts'
import type { ModalState } from '../shell/modalTransition.ts'

/**
 * Lets Connect take flags that were on their way as it opened, for 150 ms and while nothing was pressed: later than that a row that
 * appears would move what a finger is on its way to (SPEC-NOTES §2 "First paint of Connect").
 */
export function takeLateFlags(
  { clock, flags }: Pick<EngineContext, 'clock' | 'flags'>,
  modal: Pick<Machine<ModalState, never>, 'getState'>,
  host: EventTarget,
): void {
  const { pending } = flags
  const { entry } = modal.getState()
  if (!pending || entry.view !== 'Connect') return
  const until = clock.now() + limits.flagsLate
  const pressed = new AbortController()
  for (const type of ['pointerdown', 'keydown'])
    host.addEventListener(type, () => pressed.abort(), { capture: true, signal: pressed.signal })
  void pending.then(() => {
    const now = modal.getState()
    const isFresh = now.open && now.entry === entry && clock.now() <= until
    if (isFresh && !pressed.signal.aborted) flags.apply()
    pressed.abort()
  })
}
