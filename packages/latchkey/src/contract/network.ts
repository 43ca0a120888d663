/** Networks (SPEC §3): what a host lists, and what the widget keeps of it. */
import { type CaipNetworkId, type ChainNamespace, isCaipNetworkId, namespaceOf } from './caip.ts'
import { configError } from './error.ts'

export interface Network {
  readonly chainNamespace: ChainNamespace
  readonly caipNetworkId: CaipNetworkId
  readonly id: number | string
  readonly name: string
  readonly nativeCurrency: { readonly name: string; readonly decimals: number; readonly symbol: string }
  readonly rpcUrls: {
    readonly default: { readonly http: readonly string[] }
    readonly chainDefault?: { readonly http: readonly string[] }
  }
  readonly assets?: { readonly imageId?: string; readonly imageUrl?: string }
  readonly testnet?: boolean
  readonly blockExplorers?: { readonly default: { readonly name: string; readonly url: string } }
  readonly deprecatedCaipNetworkId?: CaipNetworkId
}

/** A network as hosts have it already: ours, or a viem/wagmi `Chain` (anything with a numeric id and an RPC list). */
export type NetworkInput =
  | Network
  | {
      readonly id: number | string
      readonly name: string
      readonly nativeCurrency: { readonly name: string; readonly decimals: number; readonly symbol: string }
      readonly rpcUrls: { readonly default: { readonly http: readonly string[] } }
      readonly blockExplorers?:
        | { readonly default: { readonly name: string; readonly url: string } }
        | undefined
      readonly testnet?: boolean | undefined
      readonly chainNamespace?: ChainNamespace | undefined
      readonly caipNetworkId?: CaipNetworkId | undefined
      readonly assets?: { readonly imageId?: string; readonly imageUrl?: string } | undefined
      readonly deprecatedCaipNetworkId?: CaipNetworkId | undefined
    }

/**
 * Brings a host's network to SPEC §3's shape; a plain `Chain` is read as eip155.
 * The host's RPC list is kept as `chainDefault` too, so that an override never loses it.
 * @throws LatchkeyError CONFIG_INVALID naming the network and what a network needs.
 */
export function toNetwork(input: NetworkInput): Network {
  // A copy of SPEC §3's fields alone: a viem `Chain` carries functions, and a misspelt import is undefined.
  const network = { ...JSON.parse(JSON.stringify(input ?? {}, networkFields)) } as Partial<Writable<Network>>
  network.chainNamespace ??= 'eip155'
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
  'chainNamespace caipNetworkId id name nativeCurrency decimals symbol rpcUrls default chainDefault http assets imageId imageUrl testnet blockExplorers url deprecatedCaipNetworkId'.split(
    ' ',
  )

const networkRule = 'needs an id that fits its caipNetworkId, a name, nativeCurrency.decimals, http(s) URLs'

/** The placeholder of a network that is not in the host's list; it keeps the real chain id (SPEC §3, SPEC-NOTES §3). */
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
