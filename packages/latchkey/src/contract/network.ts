/** Networks (SPEC §3): what a host lists, and what the widget keeps of it. */
import { type CaipNetworkId, type ChainNamespace, isCaipNetworkId, namespaceOf } from './caip.ts'
import { LatchkeyError } from './error.ts'

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
 * @throws LatchkeyError CONFIG_INVALID naming the network and what is wrong with it.
 */
export function toNetwork(input: NetworkInput): Network {
  // A misspelt import of a network is undefined at run time.
  if (typeof input !== 'object' || input === null) throw wrongNetwork(typeof input, 'it is no network')
  const chainNamespace = input.chainNamespace ?? 'eip155'
  const caipNetworkId = input.caipNetworkId ?? (`${chainNamespace}:${input.id}` as CaipNetworkId)
  const http = input.rpcUrls?.default?.http
  const currency = input.nativeCurrency
  const explorer = input.blockExplorers?.default
  const wrong =
    !isCaipNetworkId(caipNetworkId) || caipNetworkId !== `${chainNamespace}:${input.id}`
      ? 'its caipNetworkId does not fit its namespace and id'
      : typeof input.name !== 'string' || input.name === ''
        ? 'it has no name'
        : !Array.isArray(http) || !http.every(isHttpUrl)
          ? 'rpcUrls.default.http must list http(s) URLs'
          : // ERC-20's `decimals` is one byte.
            !Number.isInteger(currency?.decimals) || currency.decimals < 0 || currency.decimals > 255
            ? 'nativeCurrency.decimals must be a whole number up to 255'
            : explorer && !isHttpUrl(explorer.url)
              ? 'blockExplorers.default.url must be an http(s) URL'
              : undefined
  if (wrong) throw wrongNetwork(String(input.name ?? input.id), wrong)
  const chainDefault = 'chainDefault' in input.rpcUrls ? input.rpcUrls.chainDefault : undefined
  return {
    chainNamespace,
    caipNetworkId,
    id: input.id,
    name: input.name,
    nativeCurrency: { name: currency.name, decimals: currency.decimals, symbol: currency.symbol },
    rpcUrls: { default: { http: [...http] }, chainDefault: { http: [...(chainDefault?.http ?? http)] } },
    ...(input.assets && { assets: { ...input.assets } }),
    ...(input.testnet && { testnet: true }),
    ...(explorer && { blockExplorers: { default: { name: explorer.name, url: explorer.url } } }),
    ...(input.deprecatedCaipNetworkId && { deprecatedCaipNetworkId: input.deprecatedCaipNetworkId }),
  }
}

function isHttpUrl(url: unknown): url is string {
  return typeof url === 'string' && /^https?:\/\//.test(url)
}

function wrongNetwork(name: string, reason: string): LatchkeyError {
  // Not by `createError`: the table of errors is no part of the first chunk.
  return new LatchkeyError({
    code: 'CONFIG_INVALID',
    kind: 'invalid',
    message: `Invalid configuration: network "${name}": ${reason}`,
    context: { option: 'networks' },
  })
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
