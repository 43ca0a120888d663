import type { AdapterDescriptor } from '../../contract/adapter.ts'
import type { ChainNamespace } from '../../contract/caip.ts'
import type { NamespaceFacts } from '../../contract/namespaceFacts.ts'

/** Nothing is taken for granted of a namespace that no adapter vouches for. */
const unknown = {
  chainIds: '[-_a-zA-Z0-9]{1,32}',
  addresses: 'exact',
  tokens: 'exact',
  transactions: { pattern: '.{1,128}', spelling: 'exact' },
  explorer: { address: 'address', transaction: 'tx' },
  tabs: ['tokens'],
  actions: [],
} as const

/**
 * What the host's adapter says of a namespace. Without an adapter: exact comparison, the tab of tokens, no action, and no
 * main network.
 */
export function factsOf(
  { adapters = [] }: { readonly adapters?: readonly Pick<AdapterDescriptor, 'namespace' | 'facts'>[] },
  namespace: ChainNamespace,
): Omit<NamespaceFacts, 'mainNetwork'> & Partial<NamespaceFacts> {
  const own = adapters.find(each => each.namespace === namespace)?.facts
  // A host in plain JavaScript may bring an adapter of before.
  return own ?? { ...unknown, title: namespace }
}
