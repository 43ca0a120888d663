import type { AdapterDescriptor, ChainNamespace, Network } from 'latchkey'
import { bitcoin } from 'latchkey/bitcoin'
import { cosmos } from 'latchkey/cosmos'
import { evm } from 'latchkey/evm'
import { polkadot } from 'latchkey/polkadot'
import { solana } from 'latchkey/solana'
import { stacks } from 'latchkey/stacks'
import { sui } from 'latchkey/sui'
import type { Devstack } from '../devstack.ts'

/** One namespace of the page. */
export interface NamespaceKind {
  readonly namespace: ChainNamespace
  /** What visitors call it. */
  readonly name: string
  readonly adapter: () => AdapterDescriptor
  /** The word for its local chain on the command line; absent: the chain always runs. */
  readonly chain?: string
}

/** The namespaces, in the order in which they are shown. */
export const namespaceKinds: readonly NamespaceKind[] = [
  { namespace: 'eip155', name: 'Ethereum', adapter: evm },
  { namespace: 'solana', name: 'Solana', adapter: solana },
  { namespace: 'bip122', name: 'Bitcoin', adapter: bitcoin, chain: 'bitcoin' },
  { namespace: 'stacks', name: 'Stacks', adapter: stacks, chain: 'stacks' },
  { namespace: 'polkadot', name: 'Polkadot', adapter: polkadot, chain: 'polkadot' },
  { namespace: 'sui', name: 'Sui', adapter: sui, chain: 'sui' },
  { namespace: 'cosmos', name: 'Cosmos', adapter: cosmos, chain: 'cosmos' },
]

/** The local networks of a namespace. */
export function networksOf(
  { chains, solana, demand }: Devstack,
  { namespace }: NamespaceKind,
): readonly Network[] {
  return [...chains, solana.network, ...Object.values(demand).map(({ network }) => network)].filter(
    network => network.chainNamespace === namespace,
  )
}
