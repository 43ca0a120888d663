import { useCallback, useState } from 'react'
import type { Latchkey } from '../handle/latchkey.ts'
import { type HookOptions, useLatchkey } from './useLatchkey.ts'

/** The result of `usePay`. */
export interface Pay {
  readonly pay: Latchkey['pay']
  readonly isPaying: boolean
}

/** Returns a function that opens a payment, and whether one is open. */
export function usePay(options?: HookOptions): Pay {
  const latchkey = useLatchkey(options)
  const [isPaying, setPaying] = useState(false)
  const pay = useCallback<Latchkey['pay']>(
    async what => {
      setPaying(true)
      try {
        return await latchkey.pay(what)
      } finally {
        setPaying(false)
      }
    },
    [latchkey],
  )
  return { pay, isPaying }
}
