import type { ChainNamespace } from '../../../contract/caip.ts'
import type { DiscoveredWallet, WalletListing } from '../../../contract/wallet.ts'

/** What the catalogue says of wallets in the page. */
export interface WalletLinks {
  /** The rdns of the listing that names this wallet in its namespace, in lower case. */
  rdnsOf(wallet: DiscoveredWallet): string | undefined
  /** Whether a wallet with this rdns may have a provider in the namespace that the catalogue does not name. */
  allows(rdns: string, namespace: ChainNamespace): boolean
}

/** Reads a catalogue for the wallets of the page alone: it may be long. */
export function linkedWallets(
  wallets: readonly DiscoveredWallet[],
  catalogue: readonly WalletListing[],
): WalletLinks {
  const linked = new Map<string, string>()
  const listed = new Map<string, WalletListing>()
  // Without a wallet that says no rdns there is nothing to link.
  if (wallets.some(isNamed)) {
    const wanted = new Set(wallets.filter(isNamed).map(nameKey))
    const claimed = new Set(wallets.map(({ info }) => info.rdns?.toLowerCase()))
    for (const listing of catalogue) {
      const rdns = listing.rdns?.toLowerCase()
      if (rdns === undefined) continue
      if (claimed.has(rdns) && !listed.has(rdns)) listed.set(rdns, listing)
      for (const { namespace, injected_id } of listing.injected ?? []) {
        const key = `${namespace} ${injected_id}`
        // The higher rank has it.
        if (wanted.has(key) && !linked.has(key)) linked.set(key, rdns)
      }
    }
  }
  return {
    rdnsOf: wallet => (isNamed(wallet) ? linked.get(nameKey(wallet)) : undefined),
    allows(rdns, namespace) {
      const listing = listed.get(rdns)
      if (!listing) return true
      const speaks = listing.chains?.some(chain => chain.startsWith(`${namespace}:`)) !== false
      return speaks && !listing.injected?.some(each => each.namespace === namespace)
    },
  }
}

function isNamed({ source, info }: DiscoveredWallet): boolean {
  return source === 'announced' && !info.rdns
}

/** Wallet Standard names, as listings have them in `injected`. */
function nameKey({ namespace, info }: DiscoveredWallet): string {
  return `${namespace} ${info.name}`
}
