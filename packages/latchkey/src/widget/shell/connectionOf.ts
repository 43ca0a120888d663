import type { ChainNamespace } from '../../contract/caip.ts'
import type { Connection } from '../../contract/connection.ts'
import type { WidgetSnapshot } from './widget.ts'

/** The connection in use of a namespace: of several wallets the one that is asked, which need not be the first. */
export function connectionOf(
  { accounts, connections }: WidgetSnapshot['state'],
  namespace: ChainNamespace,
): Connection | undefined {
  const used = accounts[namespace]?.connectionId
  return connections.find(({ id }) => id === used)
}
