import { useCallback, useState } from 'react'
import type { Connection } from '../../contract/connection.ts'
import type { LatchkeyError } from '../../contract/error.ts'
import type { HandleConnectOptions } from '../handle/latchkey.ts'
import { type HookOptions, useLatchkey } from './useLatchkey.ts'

export interface Connect {
  /** Opens the widget, or connects the named wallet. Rejects as the handle's `connect` does. */
  readonly connect: (options?: HandleConnectOptions) => Promise<Connection>
  readonly isConnecting: boolean
  /** Why the last try failed; undefined while one runs and after success. */
  readonly error: LatchkeyError | undefined
}

/** Connecting, with its progress and its last error. */
export function useConnect(options?: HookOptions): Connect {
  const latchkey = useLatchkey(options)
  const [progress, setProgress] = useState<Omit<Connect, 'connect'>>({
    isConnecting: false,
    error: undefined,
  })
  const connect = useCallback(
    async (connectOptions?: HandleConnectOptions) => {
      setProgress({ isConnecting: true, error: undefined })
      try {
        const connection = await latchkey.connect(connectOptions)
        setProgress({ isConnecting: false, error: undefined })
        return connection
      } catch (cause) {
        setProgress({ isConnecting: false, error: cause as LatchkeyError })
        throw cause
      }
    },
    [latchkey],
  )
  return { connect, ...progress }
}
