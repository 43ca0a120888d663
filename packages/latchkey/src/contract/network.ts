/** Networks (SPEC §3): what a host lists, and what the widget keeps of it. */
import { type CaipNetworkId, type ChainNamespace, isCaipNetworkId, namespaceOf } from './caip.ts'
import { configError } from './error.ts'
import type { ExplorerPaths } from './namespaceFacts.ts'
import { fallbackNamespace } from './namespaces.ts'

/** Where people look up addresses and transactions of a network. */
export interface BlockExplorer {
  /** What visitors call it, such as `Etherscan`. */
  readonly name: string
  /** The base URL; a query in it stays in every link. */
  readonly url: string
  /** The words before an id in its paths, where they are not the namespace's usual ones: `{ transaction: 'extrinsic' }`. */
  readonly paths?: Partial<ExplorerPaths>
}

/** What addresses and amounts of a network look like, where the networks of a namespace differ in it (SPEC §3 "Network"). */
export interface NetworkFormat {
  /** What an address begins with: the SS58 prefix (polkadot, a number), or the human-readable part of bech32 (cosmos, bip122). */
  readonly prefix?: number | string
  /** The base denomination of the native currency (cosmos), such as `uatom`. */
  readonly denom?: string
  /** How an address comes from a key (cosmos). Default `secp256k1`. */
  readonly keys?: 'secp256k1' | 'ethsecp256k1'
  /** The SLIP-44 coin type of its accounts (cosmos). Default 118. */
  readonly coinType?: number
  /** The URL of a CometBFT node (cosmos). Without one, the network cannot be added to a wallet that does not know it. */
  readonly node?: string
}

/** A network as the widget knows it (SPEC §3). */
export interface Network {
  /** The CAIP-2 namespace, for example `eip155`. */
  readonly chainNamespace: ChainNamespace
  /** The CAIP-2 id: namespace and chain id, for example `eip155:1`. */
  readonly caipNetworkId: CaipNetworkId
  /** The chain id alone: a number for eip155, else a text. */
  readonly id: number | string
  /** The name that visitors read. */
  readonly name: string
  /** The native currency: its name, symbol, and decimals from 0 to 255. */
  readonly nativeCurrency: { readonly name: string; readonly decimals: number; readonly symbol: string }
  /** HTTP RPC URLs: `default` is used, `chainDefault` holds the network's own list when an option overrides it. */
  readonly rpcUrls: {
    readonly default: { readonly http: readonly string[] }
    readonly chainDefault?: { readonly http: readonly string[] }
  }
  /** The logo: an id for the image service, or a URL. */
  readonly assets?: { readonly imageId?: string; readonly imageUrl?: string }
  /** Whether the network is a testnet. Testnets have no balances, names or pictures (SPEC §5). */
  readonly testnet?: boolean
  /** The block explorer: its name, base URL, and path words where they differ from the namespace's. */
  readonly blockExplorers?: { readonly default: BlockExplorer }
  /** An earlier CAIP-2 id of the same network, which wallets may still use. */
  readonly deprecatedCaipNetworkId?: CaipNetworkId
  /** What its addresses and amounts look like, where that is not the same in the whole namespace. */
  readonly format?: NetworkFormat
}

/** A network as a host gives it: a constant of `latchkey/networks`, or a viem or wagmi `Chain`. */
export type NetworkInput =
  | Network
  | {
      readonly id: number | string
      readonly name: string
      readonly nativeCurrency: { readonly name: string; readonly decimals: number; readonly symbol: string }
      readonly rpcUrls: { readonly default: { readonly http: readonly string[] } }
      readonly blockExplorers?: { readonly default: BlockExplorer } | undefined
      readonly testnet?: boolean | undefined
      readonly chainNamespace?: ChainNamespace | undefined
      readonly caipNetworkId?: CaipNetworkId | undefined
      readonly assets?: { readonly imageId?: string; readonly imageUrl?: string } | undefined
      readonly deprecatedCaipNetworkId?: CaipNetworkId | undefined
      readonly format?: NetworkFormat | undefined
    }

/**
 * Converts a host's network to `Network`. A plain `Chain` counts as eip155. The RPC list is also stored as
 * `chainDefault`, so that an override never loses it (SPEC §3).
 * @throws LatchkeyError CONFIG_INVALID naming the network and what it lacks.
 */
export function toNetwork(input: NetworkInput): Network {
  // A copy of SPEC §3's fields alone: a viem `Chain` carries functions, and a misspelt import is undefined.
  const network = { ...JSON.parse(JSON.stringify(input ?? {}, networkFields)) } as Partial<Writable<Network>>
  network.chainNamespace ??= fallbackNamespace
  network.caipNetworkId ??= `${network.chainNamespace}:${network.id}`
  const { caipNetworkId, name, nativeCurrency, rpcUrls, blockExplorers } = network
  const http = rpcUrls?.default?.http
  const decimals = nativeCurrency?.decimals
  const isSound =
    isCaipNetworkId(caipNetworkId) &&
    caipNetworkId === `${network.chainNamespace}:${network.id}` &&
    name &&
    typeof name === 'string' &&
    Array.isArray(http) &&
    // An absent explorer is as good as one with an address.
    [...http, blockExplorers?.default?.url ?? 'http://'].every(url => /^https?:\/\//.test(url)) &&
    // ERC-20's `decimals` is one byte.
    decimals === ((decimals ?? -1) & 255)
  if (!isSound) throw configError(`network ${name ?? network.id}`, networkRule)
  network.rpcUrls = { chainDefault: { http }, ...rpcUrls, default: { http } }
  return network as Network
}

type Writable<T> = { -readonly [Key in keyof T]: T[Key] }

const networkFields =
  'chainNamespace caipNetworkId id name nativeCurrency decimals symbol rpcUrls default chainDefault http assets imageId imageUrl testnet blockExplorers url paths address transaction deprecatedCaipNetworkId format prefix denom keys coinType node'.split(
    ' ',
  )

const networkRule = 'needs an id that fits its caipNetworkId, a name, nativeCurrency.decimals, http(s) URLs'

/** Returns the placeholder for a network that the host does not list. It holds the real chain id (SPEC §3). */
export function unsupportedNetwork(caipNetworkId: CaipNetworkId): Network {
  const chainNamespace = namespaceOf(caipNetworkId)
  return {
    chainNamespace,
    caipNetworkId,
    id: caipNetworkId.slice(chainNamespace.length + 1),
    name: 'unsupported',
    nativeCurrency: { name: '', decimals: 0, symbol: '' },
    rpcUrls: { default: { http: [] } },
  }
}
