import type { DiscoveredWallet } from '../../contract/wallet.ts'
import type { ResolvedConfig } from '../../engine/base/config.ts'
import type { LinkWallets } from '../../engine/nouns/wallets/linkedWallets.ts'
import type { RuntimeOptions } from '../runtime/runtime.ts'

// With the code that finds such wallets, in the same chunk.
const loadLink = () => import('../../engine/nouns/wallets/linkedWallets.ts')

/** A page full of fake announcements must not fill the memory. */
const most = 200

export interface Discovery extends PageWallets {
  readonly stop: () => void
}

type PageWallets = RuntimeOptions['discovery']

/**
 * Collects the wallets that make themselves known, until `stop` (EIP-6963 and its kin). Resolves when every adapter
 * listens, by when the wallets that were there already have answered.
 */
export async function startDiscovery(config: ResolvedConfig): Promise<Discovery> {
  const found: DiscoveredWallet[] = []
  const listeners = new Set<(wallet: DiscoveredWallet) => void>()
  const looks: (() => void)[] = []
  const options = {
    announced: config.enableEIP6963 !== false,
    injected: config.enableInjected !== false,
    onView: (look: () => void) => void looks.push(look),
  }
  let link: LinkWallets | undefined
  let linking: Promise<unknown> | undefined
  let heard = 0
  const tell = (wallet: DiscoveredWallet) => {
    found.push(wallet)
    for (const listener of [...listeners]) listener(wallet)
  }
  const notify = (wallet: DiscoveredWallet) => {
    if (heard++ >= most) return
    // One without an rdns is not shown before it is known which other it may belong to; without the chunk it stands alone.
    const isGuess = wallet.source === 'injected' && wallet.injectedId === undefined
    if (link || isGuess || wallet.info.rdns) return tell(wallet)
    linking ??= loadLink().then(
      loaded => {
        link = loaded.linkedWallets
      },
      () => {
        linking = undefined
      },
    )
    linking = linking.then(() => tell(wallet))
  }
  // An adapter whose chunk fails finds no wallets; connecting reports the reason.
  const stops = await Promise.all(
    config.adapters.map(async adapter => {
      try {
        return await adapter.discover(window, options, notify)
      } catch {
        return () => {}
      }
    }),
  )
  await linking
  return {
    found,
    link: () => link,
    look() {
      for (const look of looks) {
        // Foreign globals may throw; that is no reason to lose the wallets of the others.
        try {
          look()
        } catch {}
      }
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    stop() {
      listeners.clear()
      looks.length = 0
      for (const stop of stops) stop()
    },
  }
}
