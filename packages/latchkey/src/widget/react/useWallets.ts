import { useEffect, useSyncExternalStore } from 'react'
import type { WalletSummary } from '../handle/latchkey.ts'
import { type HookOptions, useLatchkey } from './useLatchkey.ts'

const none: readonly WalletSummary[] = []

/** Returns the wallet list, for hosts that draw their own. Loads the widget. */
export function useWallets(options?: HookOptions): readonly WalletSummary[] {
  const latchkey = useLatchkey(options)
  useEffect(() => {
    latchkey.preload().catch(() => undefined)
  }, [latchkey])
  return useSyncExternalStore(latchkey.subscribeWallets, latchkey.getWallets, () => none)
}
