/** A part of the repository and what code in it may import. Rows are matched in order: the first prefix wins. */
export interface Room {
  name: string
  prefix: string
  /** Rooms it may import, besides itself. */
  rooms: readonly string[]
  /** Rooms whose types alone it may import. */
  interfaces?: readonly string[]
  /** Rooms whose types it may import, and whose code it reaches by `import()` alone. */
  lazy?: readonly string[]
  /** Public entry points it may import; `latchkey/*` means the main entry point and all others of the package. */
  entryPoints?: readonly string[]
  /** Packages it may import; absent means any that its package.json declares. */
  packages?: readonly string[]
  /** Its folders are rooms of their own that must not know each other. */
  isolated?: boolean
}

const library = 'packages/latchkey/src/'

export const rooms: readonly Room[] = [
  { name: 'contract', prefix: `${library}contract/`, rooms: [], packages: ['valibot'] },
  {
    name: 'engine',
    prefix: `${library}engine/`,
    rooms: ['contract'],
    lazy: ['pairing', 'embedded', 'sign-in client'],
    packages: ['valibot', 'zustand', '@noble/hashes', '@adraffy/ens-normalize'],
  },
  // Forms of addresses that the adapters and the server check alike.
  {
    name: 'address forms',
    prefix: `${library}addresses/`,
    rooms: ['contract'],
    packages: ['@noble/hashes', '@scure/base'],
  },
  // What the adapters share: reading what wallets say, and the discovery that several namespaces have.
  { name: 'foreign wallets', prefix: `${library}chains/foreign/`, rooms: ['contract'], packages: [] },
  {
    name: 'wallet standard',
    prefix: `${library}chains/standard/`,
    rooms: ['contract', 'foreign wallets'],
    packages: [],
  },
  {
    name: 'plain wallets',
    prefix: `${library}chains/plain/`,
    rooms: ['contract', 'foreign wallets'],
    packages: [],
  },
  {
    // Wallets that are listed in `btc_providers` and `wbip_providers`, for bitcoin and stacks.
    name: 'wallet registries',
    prefix: `${library}chains/registries/`,
    rooms: ['contract', 'foreign wallets', 'plain wallets'],
    packages: [],
  },
  {
    name: 'chains',
    prefix: `${library}chains/`,
    rooms: [
      'contract',
      'address forms',
      'foreign wallets',
      'wallet standard',
      'plain wallets',
      'wallet registries',
    ],
    interfaces: ['engine'],
    packages: ['valibot', '@noble/hashes', '@noble/curves', '@scure/base'],
    isolated: true,
  },
  {
    name: 'pairing',
    prefix: `${library}pairing/`,
    rooms: ['contract'],
    interfaces: ['engine'],
    packages: ['valibot', '@noble/hashes', '@noble/curves', '@noble/ciphers', '@scure/base'],
  },
  {
    name: 'embedded',
    prefix: `${library}embedded/`,
    rooms: ['contract'],
    interfaces: ['engine'],
    packages: ['valibot'],
  },
  { name: 'ui', prefix: `${library}ui/`, rooms: [], packages: ['react', 'react-dom', 'uqr'] },
  {
    name: 'widget',
    prefix: `${library}widget/`,
    rooms: ['contract', 'engine', 'ui'],
    lazy: ['embedded'],
    packages: ['react', 'react-dom', 'zustand'],
  },
  {
    name: 'wagmi',
    prefix: `${library}wagmi/`,
    rooms: ['contract'],
    interfaces: ['widget'],
    packages: ['viem'],
  },
  {
    name: 'server kit',
    prefix: `${library}server/`,
    rooms: ['contract', 'address forms'],
    packages: ['valibot', '@noble/hashes', '@noble/curves', '@scure/base', '@scure/sr25519'],
  },
  { name: 'sign-in client', prefix: `${library}siwx/`, rooms: ['contract'], packages: [] },
  {
    name: 'entry points',
    prefix: library,
    rooms: [
      'contract',
      'address forms',
      'engine',
      'foreign wallets',
      'wallet standard',
      'plain wallets',
      'wallet registries',
      'chains',
      'pairing',
      'embedded',
      'ui',
      'widget',
      'wagmi',
      'server kit',
      'sign-in client',
    ],
    packages: ['react', 'react-dom'],
  },
  { name: 'testing', prefix: 'packages/testing/', rooms: [], entryPoints: ['latchkey/*'] },
  {
    name: 'server',
    prefix: 'apps/server/',
    rooms: [],
    entryPoints: ['latchkey/contract', 'latchkey/services', 'latchkey/server', 'latchkey/evmswap'],
  },
  {
    name: 'frame',
    prefix: 'apps/frame/',
    rooms: ['scripts'],
    entryPoints: [
      'latchkey/contract',
      'latchkey/services',
      'latchkey/ui',
      'latchkey/evmcodec',
      'latchkey/networks',
      'latchkey/oneof',
    ],
  },
  {
    name: 'devstack',
    prefix: 'apps/devstack/',
    rooms: ['scripts'],
    entryPoints: ['latchkey/*', '@latchkey/server/*'],
  },
  {
    name: 'playground',
    prefix: 'apps/playground/',
    rooms: ['scripts'],
    entryPoints: ['latchkey/*', '@latchkey/testing/*'],
  },
  {
    name: 'e2e',
    prefix: 'e2e/',
    rooms: ['scripts', 'examples'],
    entryPoints: [
      'latchkey/*',
      '@latchkey/testing/*',
      '@latchkey/testing/playwright',
      '@latchkey/devstack/*',
      '@latchkey/server/*',
    ],
  },
  {
    name: 'bench',
    prefix: 'bench/',
    rooms: ['scripts'],
    entryPoints: ['latchkey/*', '@latchkey/testing/*', '@latchkey/devstack/*', '@latchkey/server/*'],
  },
  { name: 'examples', prefix: 'examples/', rooms: [], entryPoints: ['latchkey/*'] },
  { name: 'size page', prefix: 'scripts/size/app/', rooms: [], entryPoints: ['latchkey/*'] },
  { name: 'scripts', prefix: 'scripts/', rooms: [], entryPoints: ['latchkey/services'] },
]

/** The engine's three tiers are its folders: `base/`, `nouns/<noun>/` and `flows/<flow>/`. */
export const engineTiers = {
  prefix: `${library}engine/`,
  /** Nouns that may know another noun: from → to. */
  nounEdges: [
    // The wallets that come with the library stand in for a directory that cannot be had.
    ['directory', 'wallets'],
    // The flags of a project are vouched for by the directory's keys.
    ['remoteconfig', 'directory'],
    // An account is what a connection holds, seen by the host.
    ['accounts', 'connections'],
    // A balance belongs to the account whose address it was read for.
    ['balances', 'accounts'],
    // A name and a picture belong to the account whose address they were asked for.
    ['identity', 'accounts'],
    // An entry is asked for by the account that is active, on its network.
    ['journal', 'accounts'],
    // Tokens are an account's, and their names are cleaned by the rule for names of strangers.
    ['tokens', 'accounts'],
    ['tokens', 'identity'],
    // Activity is an account's, and its names are cleaned by the rule for names of strangers.
    ['activity', 'accounts'],
    ['activity', 'identity'],
    // Transfers sent from here show before the chain reports them.
    ['activity', 'journal'],
    // An entry is looked for on the network that it was made for.
    ['journal', 'networks'],
    // An order is an account's, stored in the journal, and read on the network where it arrives.
    ['orders', 'accounts'],
    ['orders', 'journal'],
    ['orders', 'networks'],
    // What can be deposited depends on the network and the flags, and its names are cleaned as strangers' names are.
    ['funding', 'accounts'],
    ['funding', 'remoteconfig'],
    ['funding', 'identity'],
    // Collectibles are an account's, and their names are cleaned by the rule for names of strangers.
    ['nfts', 'accounts'],
    ['nfts', 'identity'],
    // Names are an account's, and the reasons of their refusals are cleaned as strangers' names are.
    ['names', 'accounts'],
    ['names', 'identity'],
    // A swap's steps are in the journal, its contracts are vouched for by the directory's keys, and names of its venues are strangers'.
    ['swaps', 'accounts'],
    ['swaps', 'journal'],
    ['swaps', 'directory'],
    ['swaps', 'identity'],
    ['swaps', 'networks'],
    // Whether the host, and the visitor's region, have swapping on.
    ['swaps', 'remoteconfig'],
    // What a paired session holds is a connection.
    ['sessions', 'connections'],
    // The wallet frame's login has a connection.
    ['embedded', 'connections'],
    // Whether the host lists the network that a connection moved to.
    ['connections', 'networks'],
  ],
} as const satisfies {
  prefix: string
  nounEdges: readonly (readonly [string, string])[]
}

/** Chain and wallet SDKs: no entry point reaches one, not even by `import()`, unless it is named in `sdkEntryPoints`. */
export const sdks = [
  'viem',
  'ox',
  'wagmi',
  '@wagmi/*',
  'ethers',
  'web3',
  'permissionless',
  'porto',
  '@solana/*',
  '@solana-program/*',
  '@wallet-standard/*',
  '@mysten/*',
  '@polkadot/*',
  '@ton/*',
  '@tonconnect/*',
  '@cosmjs/*',
  '@stacks/*',
  '@scure/btc-signer',
  'bitcoinjs-lib',
  'sats-connect',
  'tronweb',
  'near-api-js',
  'starknet',
  'xrpl',
  '@hashgraph/*',
  '@aptos-labs/*',
  '@walletconnect/*',
  '@reown/*',
  '@coinbase/*',
  '@base-org/*',
  '@metamask/*',
  '@safe-global/*',
] as const

/** The entry points whose hosts have chosen an SDK by importing them. */
export const sdkEntryPoints: Readonly<Record<string, readonly string[]>> = {
  'latchkey/solana': ['@solana/*', '@solana-program/*', '@wallet-standard/*'],
  'latchkey/wagmi': ['wagmi', '@wagmi/*', 'viem'],
}

/** Rooms whose time and randomness come from the context, and the two files that make those. */
export const clockwork = {
  prefixes: ['contract', 'engine', 'chains', 'pairing', 'embedded', 'widget', 'ui'].map(
    room => `${library}${room}/`,
  ),
  exempt: [`${library}engine/base/clock.ts`, `${library}engine/base/random.ts`],
} as const

/**
 * Where keys, codes, tokens and nonces are made: `Math.random` is refused, called or passed on (T81). The files that may
 * use it make none, each with the reason.
 */
export const secretRooms = {
  prefixes: ['apps/frame/', 'apps/server/'],
  exempt: [
    {
      file: 'apps/server/src/relay/drainSockets.ts',
      reason: 'when a socket is closed within its share of the drain: nothing is gained by guessing it',
    },
  ],
} as const

/** Holds what each instance has one of, by the instance: the one module-level collection that changes. */
export const instanceState = `${library}engine/base/oneOf.ts`
/**
 * Where code serves every namespace and so names none, and the files that may name one, each with the reason. The names
 * are those of `contract/namespaces.ts`.
 */
export const namespaceLiterals: {
  readonly names: readonly string[]
  readonly prefixes: readonly string[]
  readonly exempt: readonly { readonly files: RegExp; readonly reason: string }[]
} = {
  names: ['eip155', 'solana', 'polkadot', 'bip122', 'cosmos', 'sui', 'stacks'],
  // The server's namespaces are its own table.
  prefixes: [library, 'apps/server/src/'],
  exempt: [
    {
      files: /\/src\/[a-z0-9]+\.tsx?$/,
      reason: 'an entry point of the package is one namespace’s, or none’s',
    },
    { files: /\/src\/chains\//, reason: 'an adapter speaks one namespace' },
    { files: /\/src\/pairing\/namespaces\//, reason: 'what the relay protocol does in each namespace' },
    { files: /\/src\/server\/namespaces\//, reason: 'how the server checks signatures of each namespace' },
    { files: /\/src\/wagmi\//, reason: 'wagmi is for EVM chains alone' },
    { files: /\/contract\/networks\//, reason: 'networks as data' },
    {
      files:
        /\/contract\/(?:namespaces|signInForms|standardChains|reachedWallets|nativeTokenAddresses|rpcProxy|rpcQuestions)\.ts$/,
      reason: 'tables by namespace',
    },
    {
      files: /\/contract\/(?:convert|custody|profile|analytics)\.ts$/,
      reason: 'schemas of calls that one namespace has',
    },
    { files: /\/contract\/errors\//, reason: 'texts with examples' },
    {
      files: /\/embedded\/(?:createEmbeddedProvider|createSolanaWallet|standardWallet)\.ts$/,
      reason: 'the wallet frame has a provider for each namespace that it speaks',
    },
    {
      files: /\/siwx\/siwxFromSiweConfig\.ts$/,
      reason: 'a `siweConfig` is EIP-4361, which is for eip155 alone',
    },
    { files: /\/widget\/fixtures\//, reason: 'states of the gallery' },
    { files: /^apps\/server\/src\/data\/namespaces\//, reason: 'what the services do in each namespace' },
    {
      files:
        /^apps\/server\/src\/data\/(?:chains\/known\w+|names\/(?:reservedLabels|universalResolvers))\.ts$/,
      reason: 'chains, tokens and names as data',
    },
    {
      files: /^apps\/server\/src\/money\/(?:convert\/providers|onramp)\/(?:\w+\/)?\w+Networks\.ts$/,
      reason: 'the networks of a vendor as data',
    },
    {
      files: /^apps\/server\/src\/money\/payments\/confirmations\.ts$/,
      reason: 'networks and their finality as data',
    },
    {
      files: /^apps\/server\/src\/money\/convert\/wireTransaction\.ts$/,
      reason: 'a field of the wire that has the namespace as its name',
    },
    {
      files: /^apps\/server\/src\/people\/custody\/policy\//,
      reason: 'the kinds of what the wallet frame signs, each with its own policy',
    },
    {
      files: /^apps\/server\/src\/people\/social\/farcaster\//,
      reason: 'Farcaster keeps its accounts on one chain',
    },
  ],
}

/** Files that hold data or schemas rather than code, and may be long. */
export const dataFiles = [
  /(^|\/)locales\//,
  /(^|\/)contract\/limits\.ts$/,
  /(^|\/)contract\/errors\//,
  /(^|\/)contract\/networks\//,
  /(^|\/)registry\//,
  /(^|\/)artifacts\//,
  /\.schema\.ts$/,
] as const

/** Sources that lend fixtures to the playground; they are left out of the published packages. */
export const fixtureEntryPoints: readonly string[] = [`${library}gallery.ts`, `${library}examine.ts`]

/** Pages written as strangers would write them: only the arrows hold there. */
export const hostPages = /^(bench\/pages|e2e\/hosts|examples|scripts\/size\/app)\//

/** Whether a package name is one of a list of names and `scope/*` patterns. */
export function isListed(name: string, list: readonly string[]): boolean {
  return list.some(entry => (entry.endsWith('/*') ? name.startsWith(entry.slice(0, -1)) : name === entry))
}

/** Whether an entry point is one of a room's: `latchkey/*` is the package's main entry point and every other one. */
export function isEntryPointOf(room: Room, specifier: string): boolean {
  const entryPoints = room.entryPoints ?? []
  return isListed(specifier, entryPoints) || entryPoints.includes(`${specifier}/*`)
}

/** The room a path lies in, or undefined for a file of the root. */
export function roomOf(path: string): Room | undefined {
  return rooms.find(room => path.startsWith(room.prefix))
}
