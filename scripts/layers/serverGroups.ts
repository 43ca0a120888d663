/** A folder of the server and what stands in it. */
export interface ServerGroup {
  readonly name: string
  /** Groups whose rooms it may import, besides its own. */
  readonly below: readonly string[]
  /** Its rooms, lowest first: one may import those before it. Empty: the group is one room. */
  readonly rooms: readonly string[]
}

/** The order of the server's folders. Files directly in `src/` and `cli/` are the top: they may import everything. */
export const serverGroups = {
  prefix: 'apps/server/src/',
  top: ['cli'],
  groups: [
    {
      name: 'core',
      below: [],
      rooms: [
        'libraries',
        'settings',
        'log',
        'store',
        'safety',
        'http',
        'scale',
        'metrics',
        'health',
        'openapi',
        'context',
      ],
    },
    { name: 'projects', below: ['core'], rooms: [] },
    {
      name: 'data',
      below: ['core', 'projects'],
      rooms: [
        'namespaces',
        'rpc',
        'operations',
        'images',
        'assets',
        'chains',
        'svm',
        'price',
        'indexer',
        'nfts',
        'history',
        'balance',
        'names',
        'identity',
        'permissions',
        'directory',
        'config',
      ],
    },
    {
      name: 'people',
      below: ['core', 'projects', 'data'],
      rooms: ['analytics', 'attestation', 'mail', 'signin', 'custody', 'login', 'social', 'frame'],
    },
    {
      name: 'money',
      below: ['core', 'projects', 'data'],
      rooms: ['client', 'credits', 'convert', 'payments', 'paymaster', 'x402', 'onramp', 'exchange'],
    },
    { name: 'relay', below: ['core', 'projects'], rooms: [] },
  ],
  /** Imports against the order: from → to, and why. No more than nine. */
  upward: [
    // One query may join tables of several rooms, so the store's type names all tables. It is a type alone.
    ['core/store', 'tables.ts'],
  ],
} as const satisfies {
  prefix: string
  top: readonly string[]
  groups: readonly ServerGroup[]
  upward: readonly (readonly [string, string])[]
}
