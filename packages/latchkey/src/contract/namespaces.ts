/** The namespace of a network that names none, such as a viem `Chain`, and of a host that lists nothing. */
export const fallbackNamespace = 'eip155'

/** The chain namespaces that the product knows (SPEC §1). Adapters of others may register theirs. */
export const knownNamespaces = ['eip155', 'solana', 'polkadot', 'bip122', 'cosmos', 'sui', 'stacks'] as const
