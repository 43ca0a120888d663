/**
 * Finds the wallets of bitcoin and stacks in a page: those in the registries, and those with a place of their own on `window`. Neither
 * has an event, so both are read when discovery begins, when the document has loaded, and when the wallet list opens.
 */
import type { DiscoverOptions } from '../../contract/adapter.ts'
import type { ChainNamespace } from '../../contract/caip.ts'
import type { DiscoveredWallet } from '../../contract/wallet.ts'
import { ownGlobals } from './ownGlobals.ts'
import { atPath, type RegistryEntry, readRegistries } from './readRegistries.ts'

/** A page with more wallets than this is flooding the list. */
const most = 100

/** What one namespace takes from the registries. */
export interface RegistryRules {
  readonly namespace: ChainNamespace
  /** Whether a registered wallet serves the namespace, by where it is registered and the methods that it names. */
  serves(entry: RegistryEntry): boolean
  /** Whether a value is a wallet of the namespace and belongs to the path it was found at; may throw. */
  isWallet(provider: unknown, path: string): boolean
}

/** Reports each wallet once, by its provider and by its path, until the returned stop is called. */
export function discoverRegistries(
  target: Window,
  { announced, injected, onView }: DiscoverOptions,
  { namespace, serves, isWallet }: RegistryRules,
  found: (wallet: DiscoveredWallet) => void,
): () => void {
  const paths = new Set<string>()
  const providers = new Set<unknown>()
  const stopping = new AbortController()
  const { signal } = stopping
  const own = ownGlobals.filter(each => each.namespaces.includes(namespace))

  const notify = (path: string, info: DiscoveredWallet['info'], source: DiscoveredWallet['source']): void => {
    if (paths.has(path) || paths.size >= most) return
    const provider = atPath(target, path)
    if (providers.has(provider) || !isSound(provider, path)) return
    paths.add(path)
    providers.add(provider)
    found({
      key: `global:${namespace}:${path}`,
      namespace,
      source,
      info,
      injectedId: path,
      provider,
    })
  }
  /** Foreign getters may throw; that is no reason to lose the other wallets. */
  const isSound = (provider: unknown, path: string): boolean => {
    try {
      return isWallet(provider, path)
    } catch {
      return false
    }
  }

  const read = (): void => {
    if (signal.aborted) return
    for (const entry of announced ? readRegistries(target) : []) {
      const { path, icon } = entry
      if (!serves(entry)) continue
      const known = own.find(each => each.path === path)
      const name = known?.name ?? entry.name
      notify(
        path,
        { name, ...(icon !== undefined && { icon }), ...(known?.rdns && { rdns: known.rdns }) },
        'announced',
      )
    }
    for (const { path, name, rdns } of injected ? own : [])
      notify(path, { name, ...(rdns && { rdns }) }, 'injected')
  }

  read()
  target.addEventListener('load', read, { signal })
  onView?.(read)
  return () => stopping.abort()
}
