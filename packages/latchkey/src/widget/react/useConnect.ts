import { useCallback, useState } from 'react'
import type { Connection } from '../../contract/connection.ts'
import type { LatchkeyError } from '../../contract/error.ts'
import type { HandleConnectOptions } from '../handle/latchkey.ts'
import { type HookOptions, useLatchkey } from './useLatchkey.ts'

/** The result of `useConnect`. */
export interface Connect {
  /** Opens the widget, or connects the named wallet. Rejects as the handle's `connect` does. */
  readonly connect: (options?: HandleConnectOptions) => Promise<Connection>
  /** Whether a connect of this hook is in progress. */
  readonly isConnecting: boolean
  /** The error of the last attempt; undefined during one and after success. */
  readonly error: LatchkeyError | undefined
}

/** Returns a function that connects, its progress and its last error. */
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
