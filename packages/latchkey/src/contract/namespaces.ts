/** The chain namespaces that the product knows (SPEC §1). Adapters of others may register theirs. */
export const knownNamespaces = ['eip155', 'solana', 'polkadot', 'bip122', 'cosmos', 'sui', 'stacks'] as const
