import type { DiscoveredWallet } from '../../contract/wallet.ts'
import type { ResolvedConfig } from '../../engine/base/config.ts'
import type { RuntimeOptions } from '../runtime/runtime.ts'

/** A page full of fake announcements must not fill the memory. */
const most = 200

/**
 * Collects the wallets that make themselves known, from now until `stop` (EIP-6963 and its kin). Runs beside the
 * loading of the runtime, so that the list is there when it is first drawn.
 */
export function startDiscovery(config: ResolvedConfig): RuntimeOptions['discovery'] & { stop(): void } {
  const found: DiscoveredWallet[] = []
  const listeners = new Set<(wallet: DiscoveredWallet) => void>()
  const options = { announced: config.enableEIP6963 !== false, injected: config.enableInjected !== false }
  const tell = (wallet: DiscoveredWallet) => {
    if (found.length >= most) return
    found.push(wallet)
    for (const listener of [...listeners]) listener(wallet)
  }
  const stops = config.adapters.map(async adapter => adapter.discover(window, options, tell))
  return {
    found,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    stop() {
      listeners.clear()
      // One whose chunk never came has nothing to stop.
      for (const stop of stops)
        stop.then(
          end => end(),
          () => {},
        )
    },
  }
}
