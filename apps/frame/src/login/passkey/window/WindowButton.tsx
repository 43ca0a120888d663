import { Button } from 'latchkey/ui'
import { useEffect, useRef } from 'react'
import type { Frame } from '../../../frame.ts'
import { type PasskeyBrowser, PasskeyError } from '../passkeyBrowser.ts'
import { openPasskeyWindow, type PasskeyWindow } from './openPasskeyWindow.ts'

/**
 * Offers a window to create a passkey in, after this frame failed to create one. A browser that allows none in a frame
 * looks like a visitor who cancelled. The window stays open until its work is over, or this component unmounts.
 */
export function WindowButton({
  frame,
  failure,
  label,
  run,
  make,
}: {
  readonly frame: Frame
  readonly failure: unknown
  readonly label: string
  readonly run: (work: () => Promise<unknown>) => void
  readonly make: (by: PasskeyBrowser) => Promise<unknown>
}) {
  const last = useRef<PasskeyWindow | undefined>(undefined)
  useEffect(() => () => last.current?.close(), [])
  if (!(failure instanceof PasskeyError) || !tried.includes(failure.code)) return null
  return (
    <Button
      wide
      onClick={() => {
        last.current?.close()
        // In the click itself: a browser opens no window later.
        const opened = openPasskeyWindow(window, frame)
        last.current = opened
        run(async () => {
          if (!opened) throw new PasskeyError('blocked')
          try {
            await make(opened)
          } finally {
            opened.close()
          }
        })
      }}
    >
      {label}
    </Button>
  )
}

const tried: readonly PasskeyError['code'][] = ['cancelled', 'unsupported', 'blocked']
