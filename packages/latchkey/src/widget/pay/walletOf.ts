import type { Widget } from '../shell/widget.ts'

/** The wallet of the active account, which is the one that is asked. */
export function walletOf({ snapshot }: Pick<Widget, 'snapshot'>) {
  const { connections, accounts, activeNamespace } = snapshot().state
  return connections.find(({ id }) => id === accounts[activeNamespace]?.connectionId)?.wallet
}
