import type { ChainNamespace } from '../../contract/caip.ts'
import type { RecentConnection } from '../../contract/connection.ts'
import { canPair } from '../../engine/wallets/canPair.ts'
import type { Widget } from '../shell/widget.ts'

/**
 * Connects a wallet again through its own flow, which comes back to the wallets. False for a stored status that nobody knows
 * (SPEC §4 "Stored connection status").
 */
export function goToRecent(widget: Widget, recent: RecentConnection, namespace: ChainNamespace): boolean {
  if (recent.status !== 'disconnected') return false
  const { config } = widget.snapshot()
  const row = widget.engine.walletRows(namespace).find(each => each.walletId === recent.walletId)
  const email: unknown = recent.auth?.name === 'email' ? recent.auth.username : undefined
  if (recent.transport === 'embedded' && typeof email === 'string') widget.push('EmailLogin', { email })
  else if (recent.transport === 'embedded') widget.push('Connect', { add: true, namespace })
  else if (recent.transport === 'pairing' && config.endpoints?.relay !== undefined) {
    const isKnown = row !== undefined && canPair(config, row)
    widget.push('ConnectingWalletConnect', { namespace, ...(isKnown && { rowKey: row.key }) })
  } else if (row) widget.push('ConnectingExternal', { rowKey: row.key, namespace })
  else widget.push('AllWallets', { namespace })
  return true
}
