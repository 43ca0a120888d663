/** The namespaces the product knows from the start (SPEC §1); adapters of further ones may register theirs. */
export const knownNamespaces = ['eip155', 'solana', 'polkadot', 'bip122', 'cosmos', 'sui', 'stacks'] as const
