import type { ChainNamespace } from '../../contract/caip.ts'
import type { RecentConnection } from '../../contract/connection.ts'
import type { WalletRow } from '../../contract/wallet.ts'
import type { Engine } from '../../engine/engine.ts'
import { isWalletOf } from '../../engine/nouns/wallets/isWalletOf.ts'

/**
 * The row of a recent wallet; undefined where several rows claim its identity, because the widget cannot know which one
 * it was (T21).
 */
export function rowOfRecent(
  { walletRows }: Pick<Engine, 'walletRows'>,
  recent: Pick<RecentConnection, 'walletId' | 'wallet'>,
  namespace: ChainNamespace | undefined,
): WalletRow | undefined {
  return walletRows(namespace).find(
    row =>
      !row.ambiguous &&
      (row.walletId === recent.walletId || row.discovered.some(wallet => isWalletOf(recent, wallet))),
  )
}
