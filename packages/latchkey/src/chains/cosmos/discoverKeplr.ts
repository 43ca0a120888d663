/**
 * Finds wallets with Keplr's interface. They announce nothing, and extensions put their globals in place late: the page is looked at
 * now, at its load, a few times in its first seconds, and whenever a view is shown.
 */
import type { DiscoverOptions } from '../../contract/adapter.ts'
import type { DiscoveredWallet } from '../../contract/wallet.ts'
import { findKeplr } from './findKeplr.ts'

/** Milliseconds between two looks, and how many there are. */
const pause = 250
const looks = 8

/** Reports each wallet once, until the returned stop is called. */
export function discoverKeplr(
  target: Window,
  { injected, onView }: Pick<DiscoverOptions, 'injected' | 'onView'>,
  found: (wallet: DiscoveredWallet) => void,
): () => void {
  const told = new Set<unknown>()
  const paths = new Set<string>()
  const stopping = new AbortController()
  const { signal } = stopping
  if (!injected) return () => undefined

  const look = (): void => {
    if (signal.aborted) return
    for (const { wallet, provider } of findKeplr(target)) {
      const { path, name } = wallet
      if (told.has(provider) || paths.has(path)) continue
      told.add(provider)
      paths.add(path)
      const key = `injected:cosmos:${path}`
      found({ key, namespace: 'cosmos', source: 'injected', info: { name }, injectedId: path, provider })
    }
  }
  const again = (left: number): void => {
    look()
    if (left > 0) AbortSignal.timeout(pause).addEventListener('abort', () => again(left - 1), { signal })
  }

  target.addEventListener('load', look, { signal })
  onView?.(look)
  again(looks)
  return () => stopping.abort()
}
