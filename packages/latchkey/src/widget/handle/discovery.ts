import type { DiscoveredWallet } from '../../contract/wallet.ts'
import type { ResolvedConfig } from '../../engine/base/config.ts'
import type { RuntimeOptions } from '../runtime/runtime.ts'

export interface Discovery {
  readonly found: readonly DiscoveredWallet[]
  subscribe(listener: (wallet: DiscoveredWallet) => void): () => void
  /** Starts listening for wallets of every adapter. */
  start(config: ResolvedConfig): void
  stop(): void
}

/** Collects the wallets that make themselves known, before and after the engine is there (EIP-6963 and its kin). */
export function createDiscovery(): Discovery & RuntimeOptions['discovery'] {
  const found: DiscoveredWallet[] = []
  const listeners = new Set<(wallet: DiscoveredWallet) => void>()
  let stops: (() => void)[] = []
  return {
    found,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    start(config) {
      const options = {
        announced: config.enableEIP6963 !== false,
        injected: config.enableInjected !== false,
      }
      stops = config.adapters.map(adapter =>
        adapter.discover(window, options, wallet => {
          // A page full of fake announcements must not fill the memory.
          if (found.length >= 200) return
          found.push(wallet)
          for (const listener of [...listeners]) listener(wallet)
        }),
      )
    },
    stop() {
      for (const stop of stops) stop()
      listeners.clear()
    },
  }
}
