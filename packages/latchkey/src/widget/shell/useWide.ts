import { useEngineState } from './useEngineState.ts'
import { useUnlessLeaving } from './useUnlessLeaving.ts'
import { useWidget } from './useWidget.ts'
import type { WidgetSnapshot } from './widget.ts'

/** Room for a list and what stands beside it, with the space around the card. */
const wideScreen = () => matchMedia('(min-width: 768px)')
const isRoomy = () => wideScreen().matches
const never = () => false

function followScreen(listener: () => void): () => void {
  const screen = wideScreen()
  screen.addEventListener('change', listener)
  return () => screen.removeEventListener('change', listener)
}

/**
 * Whether a view that can has something beside it: on a screen with room for it, in a dialog, unless the host wants none. A phone or
 * a tablet would be what scans the code.
 */
export function useWide(wide: ((snapshot: WidgetSnapshot) => boolean) | undefined = never): boolean {
  const { phone } = useWidget().engine.ctx
  const isWanted = useEngineState(
    snapshot => !phone && !snapshot.modal.inline && snapshot.config.layout !== 'narrow' && wide(snapshot),
  )
  return useUnlessLeaving(followScreen, isRoomy) && isWanted
}
