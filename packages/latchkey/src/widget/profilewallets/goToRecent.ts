import type { ChainNamespace } from '../../contract/caip.ts'
import type { RecentConnection } from '../../contract/connection.ts'
import { isSocialMethod } from '../../contract/loginNames.ts'
import { canPair } from '../../engine/nouns/wallets/canPair.ts'
import type { Widget } from '../shell/widget.ts'
import { rowOfRecent } from './rowOfRecent.ts'

/**
 * Connects a wallet again through its own flow, which comes back to the wallets. False for an unknown stored status
 * (SPEC §4 "Stored connection status").
 */
export function goToRecent(widget: Widget, recent: RecentConnection, namespace: ChainNamespace): boolean {
  if (recent.status !== 'disconnected') return false
  const { config } = widget.snapshot()
  const row = rowOfRecent(widget.engine, recent, namespace)
  if (recent.transport === 'embedded') goToLogin(widget, recent.auth, namespace)
  else if (recent.transport === 'pairing' && config.endpoints?.relay !== undefined) {
    const isKnown = row !== undefined && canPair(config, row)
    widget.push('ConnectingWalletConnect', { namespace, ...(isKnown && { rowKey: row.key }) })
  } else if (row) widget.push('ConnectingExternal', { rowKey: row.key, namespace })
  else widget.push('AllWallets', { namespace })
  return true
}

/** The method of a stored login, with its email address if it was by email. */
function goToLogin(widget: Widget, auth: RecentConnection['auth'], namespace: ChainNamespace): void {
  const method: unknown = auth?.name
  const email: unknown = auth?.username
  if (method === 'farcaster') widget.push('ConnectingFarcaster')
  else if (isSocialMethod(method)) widget.push('ConnectingSocial', { provider: method })
  else if (method === 'email' && typeof email === 'string') widget.push('EmailLogin', { email })
  else widget.push('Connect', { add: true, namespace })
}
