import type { ChainAdapter, ProviderState } from '../../../contract/adapter.ts'
import { type ChainNamespace, networkIdOf } from '../../../contract/caip.ts'
import { mostAccounts } from '../../../contract/connection.ts'
import type { SessionClient } from './sessionClient.ts'

/** Shows the accounts of a session in a namespace for which the host brings no adapter; it can do nothing with them. */
export function plainAdapter(client: SessionClient, topic: string, namespace: ChainNamespace): ChainAdapter {
  const { pairing } = client
  const read = (): ProviderState | undefined => {
    const granted = pairing.sessions.find(each => each.topic === topic)?.namespaces[namespace]
    const first = granted?.accounts[0]
    if (!granted || !first) return undefined
    const caipNetworkId = networkIdOf(first)
    const accounts = granted.accounts
      .filter(caip10 => networkIdOf(caip10) === caipNetworkId)
      .slice(0, mostAccounts)
      .map(caip10 => ({ caip10, type: 'eoa' as const }))
    return { caipNetworkId, accounts }
  }
  return {
    namespace,
    isAddress: (value): value is string => typeof value === 'string' && value !== '',
    formatAddress: address => address,
    connect: async () => read(),
    watch(_provider, changed) {
      let shown = JSON.stringify(read())
      return pairing.on('sessionChanged', ({ session }) => {
        const state = session.topic === topic ? read() : undefined
        const now = JSON.stringify(state)
        // A session that is prolonged says nothing of accounts: the one that was chosen stays.
        if (!state || now === shown) return
        shown = now
        changed({ type: 'network', caipNetworkId: state.caipNetworkId })
        changed({ type: 'accounts', accounts: state.accounts })
      })
    },
    abilities: () => ({}),
  }
}
