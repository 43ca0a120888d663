type Wallet = Readonly<Record<string, unknown>> & { readonly id: string; readonly chains: readonly string[] }

export interface Bundled {
  /** Shown by the first list. */
  readonly catalogue: readonly object[]
  /** Links of those, by id. */
  readonly catalogueLinks: Readonly<Record<string, object>>
  /** Of all others what links an installed wallet with its listing. */
  readonly catalogueInjected: readonly object[]
  /** All others, whole. */
  readonly catalogueRest: readonly object[]
}

/** How many wallets the first list knows; the others are fetched when a visitor looks for more. */
const first = 24
const links = ['mobile_link', 'desktop_link', 'webapp_link', 'app_store', 'play_store', 'chrome_store']

/** The client's own copy of the registry: without what a list with pictures and filters by chain needs. */
export function bundleCatalogue(wallets: readonly Wallet[]): Bundled {
  const known = wallets.slice(0, first)
  return {
    catalogue: known.map(wallet => ({
      ...pick(wallet, ['id', 'name', 'rdns', 'injected', 'homepage']),
      ...browseOf(wallet),
      chains: mainChains(wallet.chains),
    })),
    catalogueLinks: Object.fromEntries(
      known.flatMap(wallet => {
        const own = pick(wallet, [...links, 'aliases'])
        return Object.keys(own).length > 0 ? [[wallet.id, own]] : []
      }),
    ),
    catalogueInjected: wallets
      .slice(first)
      .filter(wallet => 'injected' in wallet)
      .map(wallet => ({
        ...pick(wallet, ['id', 'name', 'rdns', 'injected', 'color']),
        chains: mainChains(wallet.chains),
      })),
    catalogueRest: wallets.slice(first).map(wallet => ({
      ...pick(wallet, ['id', 'name', 'rdns', 'injected', 'color', 'homepage', ...links, 'aliases']),
      ...browseOf(wallet),
      chains: mainChains(wallet.chains),
    })),
  }
}

/** The link alone: where it was found is the registry's business. */
function browseOf({ browse }: Wallet): { readonly browse?: string } {
  return browse === undefined ? {} : { browse: (browse as { readonly link: string }).link }
}

/** The first chain of each namespace, where `eip155:*` stands for all of them. */
function mainChains(chains: readonly string[]): readonly string[] {
  const seen = new Map<string, string>()
  for (const chain of chains) {
    const namespace = chain.slice(0, chain.indexOf(':'))
    if (!seen.has(namespace)) seen.set(namespace, chain.replace(/:\*$/, ':1'))
  }
  return [...seen.values()]
}

function pick(wallet: Wallet, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.flatMap(name => (name in wallet ? [[name, wallet[name]]] : [])))
}
