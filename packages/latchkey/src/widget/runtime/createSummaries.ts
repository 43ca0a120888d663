import type { ConnectorType } from '../../contract/connection.ts'
import type { WalletRow } from '../../contract/wallet.ts'
import { canPair } from '../../engine/nouns/wallets/canPair.ts'
import type { WalletSummary } from '../handle/latchkey.ts'
import { keepStable } from './keepStable.ts'

/** The wallet rows as a host may hold them: no provider objects, and the same list until one of them changed. */
export function createSummaries(
  rows: () => readonly WalletRow[],
  config: () => Parameters<typeof canPair>[0],
): () => readonly WalletSummary[] {
  let of: readonly WalletRow[] | undefined
  let made: readonly WalletSummary[] = []
  return () => {
    const now = rows()
    if (of !== now)
      made = keepStable(
        made,
        now.map(row => toSummary(row, typeOf(row, config()))),
      )
    of = now
    return made
  }
}

function toSummary(
  { key, walletId, name, icon, tag, discovered }: WalletRow,
  type: ConnectorType | undefined,
): WalletSummary {
  return { key, walletId, name, icon, type, tag, namespaces: discovered.map(wallet => wallet.namespace) }
}

/** How `connect` reaches the wallet. */
function typeOf(row: WalletRow, config: Parameters<typeof canPair>[0]): ConnectorType | undefined {
  const [first, ...more] = row.discovered
  if (more.length > 0) return 'MULTI_CHAIN'
  if (first) return first.source === 'announced' ? 'ANNOUNCED' : 'INJECTED'
  return canPair(config, row) ? 'WALLET_CONNECT' : undefined
}
