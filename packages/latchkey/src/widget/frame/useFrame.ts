import { useEffect, useState } from 'react'
import type { Frame } from '../../embedded/openFrame.ts'
import { useWidget } from '../shell/useWidget.ts'

/** The wallet frame of this widget; undefined until it is ready. A caller that makes a request shows the failure. */
export function useFrame(): Frame | undefined {
  const { engine } = useWidget()
  const [frame, setFrame] = useState<Frame>()
  useEffect(() => {
    let isOver = false
    engine.ctx.frame?.().then(
      made => {
        if (!isOver) setFrame(made)
      },
      () => undefined,
    )
    return () => {
      isOver = true
    }
  }, [engine])
  return frame
}
