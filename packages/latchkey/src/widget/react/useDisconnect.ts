import { useCallback, useState } from 'react'
import type { Latchkey } from '../handle/latchkey.ts'
import { type HookOptions, useLatchkey } from './useLatchkey.ts'

/** The result of `useDisconnect`. */
export interface Disconnect {
  readonly disconnect: Latchkey['disconnect']
  readonly isDisconnecting: boolean
}

/** Returns a function that disconnects, and its progress. */
export function useDisconnect(options?: HookOptions): Disconnect {
  const latchkey = useLatchkey(options)
  const [isDisconnecting, setDisconnecting] = useState(false)
  const disconnect = useCallback<Latchkey['disconnect']>(
    async what => {
      setDisconnecting(true)
      try {
        await latchkey.disconnect(what)
      } finally {
        setDisconnecting(false)
      }
    },
    [latchkey],
  )
  return { disconnect, isDisconnecting }
}
