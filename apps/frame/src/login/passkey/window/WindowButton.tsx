import { Button } from 'latchkey/ui'
import type { Frame } from '../../../frame.ts'
import { PasskeyError } from '../passkeyBrowser.ts'
import { openPasskeyWindow, type PasskeyWindow } from './openPasskeyWindow.ts'

/**
 * Offers a window to make a passkey in, after it was not made in this frame: of browsers that make none in here it cannot
 * be told from their person's leaving.
 */
export function WindowButton({
  frame,
  failure,
  label,
  make,
}: {
  readonly frame: Frame
  readonly failure: unknown
  readonly label: string
  /** `by` throws where the browser opened none. */
  readonly make: (by: () => PasskeyWindow) => void
}) {
  if (!(failure instanceof PasskeyError) || !tried.includes(failure.code)) return null
  return (
    <Button
      wide
      onClick={() => {
        // In the click itself: a browser opens no window later.
        const opened = openPasskeyWindow(window, frame)
        make(() => {
          if (!opened) throw new PasskeyError('blocked')
          return opened
        })
      }}
    >
      {label}
    </Button>
  )
}

const tried: readonly PasskeyError['code'][] = ['cancelled', 'unsupported', 'blocked']
