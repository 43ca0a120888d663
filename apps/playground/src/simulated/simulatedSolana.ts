import type { SimulatedNamespace } from '@latchkey/testing'
import type { Account, AdapterDescriptor, CaipAddress, ChainAdapter, NamespaceFacts } from 'latchkey'

const network = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' as const

/** A second namespace out of a simulated wallet, so that the playground can show what several do. */
export function simulatedSolana(wallet: SimulatedNamespace): AdapterDescriptor {
  return {
    namespace: 'solana',
    facts,
    discover(_page, _options, found) {
      found({
        key: 'simulated-solana',
        namespace: 'solana',
        source: 'announced',
        info: wallet.info,
        provider: wallet,
      })
      return () => {}
    },
    load: async () => adapter,
  }
}

const facts: NamespaceFacts = {
  title: 'Solana',
  mainNetwork: network,
  chainIds: '[1-9A-HJ-NP-Za-km-z]{32}',
  addresses: 'exact',
  tokens: 'exact',
  transactions: { pattern: '[1-9A-HJ-NP-Za-km-z]{64,88}', spelling: 'exact' },
  explorer: { address: 'account', transaction: 'tx' },
  tabs: ['tokens'],
  actions: [],
}

const adapter: ChainAdapter = {
  namespace: 'solana',
  isAddress: (value): value is string =>
    typeof value === 'string' && /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(value),
  formatAddress: address => address,
  async connect(provider, { silent }) {
    const accounts = await (provider as SimulatedNamespace).connect({ silent })
    return accounts.length === 0 ? undefined : { accounts: accounts.map(toAccount), caipNetworkId: network }
  },
  watch(provider, changed) {
    const wallet = provider as SimulatedNamespace
    const offs = [
      wallet.on('accountsChanged', accounts =>
        changed(
          accounts.length === 0
            ? { type: 'disconnected' }
            : { type: 'accounts', accounts: accounts.map(toAccount) },
        ),
      ),
      wallet.on('disconnect', () => changed({ type: 'disconnected' })),
    ]
    return () => {
      for (const off of offs) off()
    }
  },
  abilities: provider => ({ disconnect: () => (provider as SimulatedNamespace).disconnect() }),
}

function toAccount(address: string): Account {
  return { caip10: `${network}:${address}` as CaipAddress, type: 'eoa' }
}
