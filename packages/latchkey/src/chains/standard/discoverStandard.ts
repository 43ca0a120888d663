/**
 * Finds the wallets of one ecosystem that register themselves in a page (Wallet Standard). What they say of themselves is
 * hostile input (T21): it is read once and bounded, and an invalid wallet is dropped silently.
 */
import type { DiscoverOptions } from '../../contract/adapter.ts'
import type { ChainNamespace } from '../../contract/caip.ts'
import type { DiscoveredWallet } from '../../contract/wallet.ts'
import { shownIcon, shownName } from '../foreign/shownWallet.ts'

/** A page with more wallets than this is flooding the list. */
const most = 100
/** So many registrations are looked at, those of other ecosystems included. */
const mostHeard = 1_000
const mostChains = 100

type Foreign = Readonly<Record<string, unknown>>
type Features = Readonly<Record<string, Foreign>> & { readonly 'standard:connect': Foreign }

/** Which wallets are looked for. */
export interface StandardOptions extends Pick<DiscoverOptions, 'announced'> {
  readonly namespace: ChainNamespace
  /** What the namespace's chains begin with in the standard; default the namespace and a colon. */
  readonly prefix?: string
  /** Whether a wallet can be connected; may throw. Default: it has `standard:connect`. */
  readonly connects?: (provider: unknown) => boolean
}

/**
 * Listens for wallets of the namespace until the returned stop is called; reports each once. A wallet that unregisters
 * keeps its row: what the visitor may be looking at does not go away.
 */
export function discoverStandard(
  target: Window,
  { announced, namespace, prefix = `${namespace}:`, connects = hasConnect }: StandardOptions,
  found: (wallet: DiscoveredWallet) => void,
): () => void {
  const told = new Set<unknown>()
  const stopping = new AbortController()
  const { signal } = stopping
  let heard = 0
  if (!announced) return () => undefined

  const hear = (provider: unknown): void => {
    if (signal.aborted || told.size >= most || heard >= mostHeard || told.has(provider)) return
    heard++
    // Foreign getters may throw; that is no reason to lose the other wallets.
    try {
      const { name, icon, chains, isLogin } = provider as Foreign
      // The embedded wallet of a widget is in the list as a login.
      if (typeof name !== 'string' || isLogin || !Array.isArray(chains)) return
      const isOurs = (chain: unknown) => typeof chain === 'string' && chain.startsWith(prefix)
      if (!Array.prototype.slice.call(chains, 0, mostChains).some(isOurs)) return
      if (!connects(provider)) return
      const picture = shownIcon(icon)
      const info = { name: shownName(name), ...(picture && { icon: picture }) }
      const key = `standard:${namespace}:${told.size}`
      told.add(provider)
      found({ key, namespace, source: 'announced', info, provider })
    } catch {}
  }

  const api = Object.freeze({
    register(...wallets: readonly unknown[]): () => void {
      for (const wallet of wallets.slice(0, mostHeard)) hear(wallet)
      return () => undefined
    },
  })

  target.addEventListener(
    'wallet-standard:register-wallet',
    event => {
      try {
        const { detail } = event as CustomEvent
        if (!signal.aborted && typeof detail === 'function') detail(api)
      } catch {
        // A wallet that fails while it registers is no reason to lose the others.
      }
    },
    { signal },
  )
  // Wallets that were there first wait for this.
  target.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: api }))
  return () => stopping.abort()
}

function hasConnect(provider: unknown): boolean {
  const { features } = provider as { readonly features: Features }
  return typeof features['standard:connect'].connect === 'function'
}
