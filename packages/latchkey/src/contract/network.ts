/** Networks (SPEC §3): what a host lists, and what the widget keeps of it. */
import { type CaipNetworkId, type ChainNamespace, isCaipNetworkId, namespaceOf } from './caip.ts'
import { createError } from './errors/createError.ts'

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
      readonly blockExplorers?: { readonly default: { readonly name: string; readonly url: string } } | undefined
      readonly testnet?: boolean | undefined
      readonly chainNamespace?: ChainNamespace | undefined
      readonly caipNetworkId?: CaipNetworkId | undefined
      readonly assets?: { readonly imageId?: string; readonly imageUrl?: string } | undefined
      readonly deprecatedCaipNetworkId?: CaipNetworkId | undefined
    }

/**
 * Brings a host's network to SPEC §3's shape; a plain `Chain` is read as eip155.
 * The host's RPC list is kept as `chainDefault` too, so that an override never loses it.
 * @throws LatchkeyError CONFIG_INVALID naming the network and what is wrong with it.
 */
export function toNetwork(input: NetworkInput): Network {
  const chainNamespace = input.chainNamespace ?? 'eip155'
  const caipNetworkId = input.caipNetworkId ?? (`${chainNamespace}:${input.id}` as CaipNetworkId)
  const http = input.rpcUrls?.default?.http
  const wrong =
    !isCaipNetworkId(caipNetworkId) || namespaceOf(caipNetworkId) !== chainNamespace
      ? 'its caipNetworkId does not fit its namespace and id'
      : typeof input.name !== 'string' || input.name === ''
        ? 'it has no name'
        : !Array.isArray(http) || http.some(url => !/^https?:\/\//.test(String(url)))
          ? 'rpcUrls.default.http must list http(s) URLs'
          : !Number.isInteger(input.nativeCurrency?.decimals)
            ? 'nativeCurrency.decimals must be a whole number'
            : undefined
  if (wrong) {
    throw createError('CONFIG_INVALID', {
      message: `Invalid configuration: network "${String(input.name ?? input.id)}": ${wrong}`,
      context: { option: 'networks' },
    })
  }
  const chainDefault = 'chainDefault' in input.rpcUrls ? input.rpcUrls.chainDefault : undefined
  return {
    chainNamespace,
    caipNetworkId,
    id: input.id,
    name: input.name,
    nativeCurrency: { ...input.nativeCurrency },
    rpcUrls: { default: { http: [...http] }, chainDefault: { http: [...(chainDefault?.http ?? http)] } },
    ...(input.assets && { assets: { ...input.assets } }),
    ...(input.testnet && { testnet: true }),
    ...(input.blockExplorers && {
      blockExplorers: {
        default: { name: input.blockExplorers.default.name, url: input.blockExplorers.default.url },
      },
    }),
    ...(input.deprecatedCaipNetworkId && { deprecatedCaipNetworkId: input.deprecatedCaipNetworkId }),
  }
}

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

/** Whether this is the placeholder above. */
export function isUnsupportedNetwork(network: Network): boolean {
  return network.name === 'unsupported' && network.rpcUrls.default.http.length === 0
}
