/**
 * Reads the lists that wallets of bitcoin and stacks enter themselves in: `btc_providers` (sats-connect), `wbip_providers` (WBIP004) and
 * `webbtc_stx_providers`. They are hostile input (T21). They are read and never written to: not even `push` is called, which some wallets
 * have replaced by an object.
 */
import { fieldOf, itemsOf } from '../foreign/readForeign.ts'
import { matching, shownIcon, shownName } from '../foreign/shownWallet.ts'

const registryNames = ['btc_providers', 'wbip_providers', 'webbtc_stx_providers'] as const

/** The name of a registry on `window`. */
export type RegistryName = (typeof registryNames)[number]

/** What a wallet says of itself in the registries. */
export interface RegistryEntry {
  /** Where its provider is, as a path on `window` with dots. */
  readonly path: string
  readonly name: string
  readonly icon: string | undefined
  /** The methods that it says it has; undefined where it says none. */
  readonly methods: readonly string[] | undefined
  /** Every registry that it is in. */
  readonly registries: readonly RegistryName[]
}

const mostEntries = 100
const mostMethods = 1_000
const pathPattern = /^[\w$-]+(?:\.[\w$-]+){0,4}$/
/** Places that wallets take from one another. */
const shared: readonly string[] = ['BitcoinProvider', 'StacksProvider']

/** The wallets of all registries, each path once, with what its first entry says. */
export function readRegistries(target: object): readonly RegistryEntry[] {
  const found = new Map<string, RegistryEntry>()
  for (const registry of registryNames) {
    const list = fieldOf(target, registry)
    // WBIP004's own example assigns an entry to `push`, so a wallet may be there.
    const items = itemsOf(list, mostEntries)
    for (const item of items ? [...items, fieldOf(list, 'push')] : []) {
      const path = matching(fieldOf(item, 'id'), pathPattern)
      const name = fieldOf(item, 'name')
      if (path === undefined || typeof name !== 'string' || shared.includes(path)) continue
      const known = found.get(path)
      const methods = itemsOf(fieldOf(item, 'methods'), mostMethods)?.filter(each => typeof each === 'string')
      found.set(path, {
        path,
        name: known?.name ?? shownName(name),
        icon: known ? known.icon : shownIcon(fieldOf(item, 'icon')),
        methods: known?.methods || methods ? [...(known?.methods ?? []), ...(methods ?? [])] : undefined,
        registries: [...(known?.registries ?? []), registry],
      })
    }
  }
  return [...found.values()]
}

/** What is at a path with dots; undefined where nothing is. */
export function atPath(target: object, path: string): unknown {
  return path.split('.').reduce(fieldOf, target as unknown)
}
