import type { WalletRow } from '../../contract/wallet.ts'
import type { WalletSummary } from '../handle/latchkey.ts'
import { keepStable } from './keepStable.ts'

/** The wallet rows as a host may hold them: no provider objects, and the same list until one of them changed. */
export function createSummaries(rows: () => readonly WalletRow[]): () => readonly WalletSummary[] {
  let of: readonly WalletRow[] | undefined
  let made: readonly WalletSummary[] = []
  return () => {
    const now = rows()
    if (of !== now) made = keepStable(made, now.map(toSummary))
    of = now
    return made
  }
}

function toSummary({ key, walletId, name, icon, tag, discovered }: WalletRow): WalletSummary {
  return { key, walletId, name, icon, tag, namespaces: discovered.map(wallet => wallet.namespace) }
}
