import { rankWallet, wordsOf } from '../../contract/rankWallet.ts'
import type { WalletListing, WalletRow } from '../../contract/wallet.ts'
import type { Engine } from '../../engine/engine.ts'
import type { Found } from '../../engine/flows/catalogue/allWalletsTransition.ts'

export interface ArrangeOptions {
  readonly found: Found
  readonly namespace: string | undefined
}

/** Installed, then featured, then the host's own, then what the directory has, in its rank (SPEC-NOTES §2). */
const order = ['injected', 'featured', 'custom', 'external', 'recommended'] as const

/**
 * The wallets found so far as rows: one a wallet, the installed ones first; of a search only what answers it, the best
 * answer first. What this device cannot use is left out by the same rule as in Connect and in the directory.
 */
export function arrangeWallets(
  walletRows: Engine['walletRows'],
  { found, namespace }: ArrangeOptions,
): readonly WalletRow[] {
  const wallets = found.wallets.map(toListing)
  const rows = walletRows(namespace, { wallets, order }).filter(row => row.group !== 'walletConnect')
  if (found.query === '') return rows
  const ids = new Set(wallets.map(({ id }) => id))
  return rows
    .flatMap(row => {
      const { aliases, homepage, rdns } = row.listing ?? {}
      const words = wordsOf({
        name: row.name,
        ...(aliases && { aliases }),
        ...(rdns !== undefined && { rdns }),
        ...(homepage !== undefined && { homepage }),
      })
      const rank = rankWallet(found.query, words)
      // A directory of a later release may know a better reason.
      if (rank === undefined && !ids.has(row.listing?.id ?? '')) return []
      return [{ row, rank: rank ?? Number.POSITIVE_INFINITY }]
    })
    .sort((a, b) => (a.rank === b.rank ? 0 : a.rank - b.rank))
    .map(({ row }) => row)
}

// A picture is fetched by its id from the host's endpoint. An address of its own would reveal the visitor to a third
// party (T69).
function toListing({ image_url: _, ...listing }: WalletListing): WalletListing {
  return listing
}
