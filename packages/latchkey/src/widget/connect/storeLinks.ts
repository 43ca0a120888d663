import type { WalletListing } from '../../contract/wallet.ts'
import links from '../../engine/nouns/wallets/catalogueLinks.json' with { type: 'json' }

/** Where the bundled catalogue's wallets can be had; data of its own, because few visitors need it. */
export const storeLinks: Readonly<Record<string, Partial<WalletListing>>> = links
