import { reachedWallets } from '../../contract/reachedWallets.ts'
import type { WalletListing, WalletRow } from '../../contract/wallet.ts'
import type { Engine } from '../../engine/engine.ts'
import type { Found } from '../../engine/flows/catalogue/allWalletsTransition.ts'

export interface ArrangeOptions {
  readonly found: Found
  readonly namespace: string | undefined
  /** Wallets are apps here: one without a link to its app cannot be reached (SPEC §5 "Mobile wallet listings"). */
  readonly phone: boolean
  /** Whether the relay of this page is one that the wallet listens on; absent where there is no relay. */
  readonly canPair?: ((row: WalletRow) => boolean) | undefined
}

/** Installed, then featured, then the host's own, then what the directory has, in its rank (SPEC-NOTES §2). */
const order = ['injected', 'featured', 'custom', 'external', 'recommended'] as const

/** The wallets found so far as rows: one a wallet, the installed ones first, and of a search only what answers it. */
export function arrangeWallets(
  walletRows: Engine['walletRows'],
  { found, namespace, phone, canPair }: ArrangeOptions,
): readonly WalletRow[] {
  const wallets = found.wallets.map(toListing)
  const ids = new Set(wallets.map(({ id }) => id))
  const { everywhere, byNamespace } = reachedWallets
  const further = namespace === undefined ? Object.values(byNamespace).flat() : (byNamespace[namespace] ?? [])
  const reached = [...everywhere, ...further]
  const words = found.query.toLowerCase()
  return walletRows(namespace, { wallets, order }).filter(row => {
    if (row.group === 'walletConnect') return false
    const isInstalled = row.discovered.length > 0
    const opensHere = row.listing?.mobile_link !== undefined || reached.includes(row.listing?.id ?? '')
    if (phone && !isInstalled && row.group !== 'custom' && !opensHere) return false
    // On a phone a wallet that hears nothing of this page would only wait in silence.
    if (phone && !isInstalled && canPair?.(row) === false) return false
    return words === '' || row.name.toLowerCase().includes(words) || ids.has(row.listing?.id ?? '')
  })
}

// A picture is fetched by its id from the host's endpoint. An address of its own would reveal the visitor to a third
// party (T69).
function toListing({ image_url: _, ...listing }: WalletListing): WalletListing {
  return listing
}
