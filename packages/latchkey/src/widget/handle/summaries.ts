import type { WalletRow } from '../../contract/wallet.ts'
import type { WalletSummary } from './latchkey.ts'

/** The wallet rows as a host may hold them: no provider objects. */
export function summaries(rows: readonly WalletRow[]): readonly WalletSummary[] {
  return rows.map(row => ({
    key: row.key,
    walletId: row.walletId,
    name: row.name,
    icon: row.icon,
    tag: row.tag,
    namespaces: row.discovered.map(wallet => wallet.namespace),
  }))
}
