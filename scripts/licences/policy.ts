/** Licences whose code may be used and shipped. */
export const allowedLicences: readonly string[] = [
  'MIT',
  'MIT-0',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  '0BSD',
  'Unlicense',
  'CC0-1.0',
  'BlueOak-1.0.0',
  'Python-2.0',
]

interface Exception {
  /** Package name, or `scope/*`, or a `prefix-*`. */
  name: string
  licence: string
  reason: string
}

/** Tools and data that are never shipped, each with its own licence and why it is here. */
export const developmentExceptions: readonly Exception[] = [
  { name: 'axe-core', licence: 'MPL-2.0', reason: 'accessibility checks in tests' },
  { name: '@axe-core/*', licence: 'MPL-2.0', reason: 'accessibility checks in end-to-end tests' },
  { name: 'lightningcss', licence: 'MPL-2.0', reason: 'part of Vite, used in development builds' },
  { name: 'lightningcss-*', licence: 'MPL-2.0', reason: 'binary of lightningcss' },
]

interface PeerException {
  /** The only lockfile in which it is allowed: of test peers, which no workspace installs. */
  lockfile: string
  /** `name@version`. */
  package: string
  /** What it is under. */
  licence: string
  reason: string
}

const bitcoinPeers = 'e2e/interop/peers/bitcoin/package-lock.json'
const cosmosPeers = 'e2e/interop/peers/cosmos/package-lock.json'
const solanaPeers = 'e2e/interop/peers/solana/package-lock.json'
const smartPeers = 'e2e/interop/peers/smart/package-lock.json'
const uniswapPeers = 'e2e/interop/peers/uniswap/package-lock.json'
const stacksChain = 'apps/devstack/demand/stacks/package-lock.json'

const bundler = 'apps/devstack/bundler/package-lock.json'
const polkadotChain = 'apps/devstack/demand/polkadot/package-lock.json'

/**
 * What test peers bring with them that nothing of ours may depend on: allowed in the lockfile that is named, refused in
 * every other one.
 */
export const peerExceptions: readonly PeerException[] = [
  ...[
    '@uniswap/v2-core@1.0.1',
    '@uniswap/v2-core@1.0.0',
    '@uniswap/v2-periphery@1.1.0-beta.0',
    '@uniswap/lib@1.1.1',
  ].map(each => ({
    lockfile: uniswapPeers,
    package: each,
    licence: 'GPL-3.0-or-later',
    reason:
      'the published exchange that ours is compared with on a local chain; run unchanged in tests, never given to others',
  })),
  ...['@ethereumjs/rlp@4.0.1', '@ethereumjs/tx@4.2.0', '@ethereumjs/util@8.1.0'].map(each => ({
    lockfile: smartPeers,
    package: each,
    licence: 'MPL-2.0',
    reason: 'the kit that asks for permissions brings it; run unchanged in tests, never given to others',
  })),
  ...['@stacks/clarinet-sdk@3.21.0', '@stacks/clarinet-sdk-wasm@3.21.0'].map(each => ({
    lockfile: stacksChain,
    package: each,
    licence: 'GPL-3.0',
    reason:
      'the Clarity VM of a local chain: started on demand in a process of its own, imported by nothing of ours',
  })),
  {
    lockfile: solanaPeers,
    package: 'rpc-websockets@9.3.10',
    licence: 'LGPL-3.0-only',
    reason: 'web3.js 1.x opens its WebSocket with it; run unchanged in tests, never given to others',
  },
  {
    lockfile: solanaPeers,
    package: 'eyes@0.1.8',
    licence: 'MIT',
    reason:
      'its manifest says "licenses": ["MIT"], its LICENSE file is MIT; a part of jayson, which web3.js 1.x uses',
  },
  {
    lockfile: solanaPeers,
    package: 'text-encoding-utf-8@1.0.2',
    licence: 'Unlicense',
    reason:
      'states nothing in its manifest; its LICENSE.md is the Unlicense; a part of borsh, which web3.js 1.x uses',
  },
  {
    lockfile: bundler,
    package: '@pimlico/alto@0.0.20',
    licence: 'GPL-3.0-or-later',
    reason:
      'the bundler of the local chain: a process of its own, imported by nothing of ours, never given to others',
  },
  {
    lockfile: bundler,
    package: '@safe-global/safe-contracts@1.4.1',
    licence: 'LGPL-3.0',
    reason:
      'artefacts that are put on a local chain from node_modules, unchanged; never committed or given to others',
  },
  {
    lockfile: bundler,
    package: '@safe-global/safe-4337@0.3.0',
    licence: 'GPL-3.0',
    reason:
      'artefacts that are put on a local chain from node_modules, unchanged; its LICENSE and sources say LGPL-3.0',
  },
  {
    lockfile: polkadotChain,
    package: '@substrate/connect-known-chains@1.10.3',
    licence: 'GPL-3.0-only',
    reason:
      'has the genesis of a real chain, which a process of its own reads at the start of the local one; never given to others',
  },
]

interface ArtefactException {
  /** The only `artefacts.json` in which it is allowed. */
  list: string
  /** The file of a package. */
  artefact: string
  /** What its sources are under, all of them. */
  licence: string
}

const ofSafe = '@safe-global/safe-contracts/build/artifacts/contracts'
const ofModule = '@safe-global/safe-4337/build/artifacts/contracts'
const lesser = 'LGPL-3.0-only'

/**
 * Compiled contracts that a local chain gets from node_modules as they are. They are under the GPL or LGPL, so they are never
 * committed, shipped or put into an image: that would be giving them to others.
 */
export const artefactExceptions: readonly ArtefactException[] = [
  {
    artefact: '@account-abstraction/contracts-0.7/artifacts/EntryPoint.json',
    licence: 'GPL-3.0 AND GPL-3.0-only AND LGPL-3.0-only AND MIT',
  },
  { artefact: '@account-abstraction/contracts-0.8/artifacts/EntryPoint.json', licence: 'GPL-3.0 AND MIT' },
  { artefact: `${ofSafe}/Safe.sol/Safe.json`, licence: lesser },
  { artefact: `${ofSafe}/SafeL2.sol/SafeL2.json`, licence: lesser },
  { artefact: `${ofSafe}/proxies/SafeProxyFactory.sol/SafeProxyFactory.json`, licence: lesser },
  { artefact: `${ofSafe}/libraries/MultiSend.sol/MultiSend.json`, licence: lesser },
  { artefact: `${ofSafe}/libraries/MultiSendCallOnly.sol/MultiSendCallOnly.json`, licence: lesser },
  { artefact: `${ofModule}/Safe4337Module.sol/Safe4337Module.json`, licence: `GPL-3.0 AND ${lesser}` },
  { artefact: `${ofModule}/SafeModuleSetup.sol/SafeModuleSetup.json`, licence: lesser },
].map(each => ({ list: 'apps/devstack/bundler/artefacts.json', ...each }))

interface PeerScript {
  lockfile: string
  name: string
  reason: string
}

/** Packages of test peers whose install script is known; it does not run here (ignore-scripts). */
export const peerInstallScripts: readonly PeerScript[] = [
  {
    lockfile: bitcoinPeers,
    name: 'secp256k1',
    reason: 'compiles a faster form of what it does in JavaScript as well; a part of bip322-js',
  },
  {
    lockfile: cosmosPeers,
    name: 'protobufjs',
    reason: 'looks how the folder around it numbers its versions; a part of the library of Keplr',
  },
  {
    lockfile: cosmosPeers,
    name: 'tiny-secp256k1',
    reason: 'compiles a faster form of what it does in JavaScript as well; a part of the library of Keplr',
  },
  {
    lockfile: solanaPeers,
    name: 'bigint-buffer',
    reason: 'compiles a faster form of what it does in JavaScript as well',
  },
  {
    lockfile: solanaPeers,
    name: 'bufferutil',
    reason: 'compiles a faster form of what ws does in JavaScript as well',
  },
  {
    lockfile: solanaPeers,
    name: 'utf-8-validate',
    reason: 'compiles a faster form of what ws does in JavaScript as well',
  },
  {
    lockfile: bundler,
    name: 'msgpackr-extract',
    reason: 'compiles a faster form of what msgpackr does in JavaScript as well; a part of the queue of alto',
  },
  {
    lockfile: bundler,
    name: 'protobufjs',
    reason: 'looks how the folder around it numbers its versions; a part of the tracing of alto',
  },
  {
    lockfile: polkadotChain,
    name: 'sqlite3',
    reason: 'fetches a binary for a database of blocks, which the local chain does without',
  },
]

/** Licences of packages whose lockfile entry is silent because they state it in an old form: `name@version` → licence. */
export const statedOtherwise: Readonly<Record<string, string>> = {
  // "licenses": [{ "type": "MIT" }]; a part of solc, which only the contracts' reproducing script installs.
  'memorystream@0.3.1': 'MIT',
  // Its LICENSE file is MIT; a part of @stacks/encryption, which verifies in tests what ours signs.
  'ripemd160-min@0.0.6': 'MIT',
}

/** Packages whose install script is known; it does not run here (ignore-scripts), and why that is well. */
export const knownInstallScripts: Readonly<Record<string, string>> = {
  esbuild: 'checks that the right binary is there, which npm has placed by itself',
  '@foundry-rs/anvil': 'checks that the right binary is there, which npm has placed by itself',
}

interface Denial {
  name: string
  /** The first version that is refused; absent means all of them. */
  from?: string
  /** Exactly these are spared. */
  except?: string
  reason: string
}

/** Packages that must not enter any lockfile of this repository. */
export const denied: readonly Denial[] = [
  { name: '@walletconnect/*', from: '2.21.9', reason: 'no longer under an open licence from 2.21.9 on' },
  { name: '@reown/walletkit', from: '1.2.11', reason: 'no longer under an open licence after 1.2.10' },
  { name: '@reown/*', except: '@reown/walletkit', reason: 'not under an open licence' },
  { name: '@metamask/sdk', reason: 'not under an open licence' },
  { name: '@metamask/sdk-*', reason: 'not under an open licence' },
  { name: '@metamask/connect-*', reason: 'not under an open licence' },
  { name: '@web3auth/*', reason: 'not under an open licence' },
]

/** Families that may serve as test peers in a folder of their own, and are never shipped. */
export const neverShipped: readonly string[] = ['@walletconnect/*', '@reown/*']

/** Whether a package name is meant by a policy's name: itself, `scope/*` or `prefix-*`. */
export function isNamed(name: string, pattern: string): boolean {
  return pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern
}
