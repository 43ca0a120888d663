/** The namespace of a network that names none, such as a viem `Chain`, and of a host that lists nothing. */
export const fallbackNamespace = 'eip155'

/** The chain namespaces that the product knows (SPEC §1). Adapters of others may register theirs. */
export const knownNamespaces = ['eip155', 'solana', 'polkadot', 'bip122', 'cosmos', 'sui', 'stacks'] as const

const entryPoints: Readonly<Record<string, string>> = { eip155: 'evm', bip122: 'bitcoin' }

/** The entry point of the library that has the adapter of a namespace, such as `bitcoin`; undefined where none of ours does. */
export function entryPointOf(namespace: string): string | undefined {
  return (knownNamespaces as readonly string[]).includes(namespace)
    ? (entryPoints[namespace] ?? namespace)
    : undefined
}
