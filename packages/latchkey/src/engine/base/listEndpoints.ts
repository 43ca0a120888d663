import { limits } from '../../contract/limits.ts'
import type { Network } from '../../contract/network.ts'
import type { ResolvedConfig } from './config.ts'

export interface RpcEndpoint {
  readonly url: string
  /** Calls in one request; falls when the node refuses a batch, to 1 at last. */
  batch: number
  /** It said that it is of another chain: asked no more while there is one that is not (F16). */
  foreign?: boolean
  /** The services' proxy, which takes JSON-RPC whatever the network's own nodes speak. */
  readonly isProxy?: true
}

export interface ListedEndpoints {
  readonly endpoints: readonly RpcEndpoint[]
  /** Whether the order is ours to choose, by which answers best. */
  readonly isRanked: boolean
}

/** The URLs in the order of the host; only equals are ranked, not the proxy and what stands in for it. */
export function listEndpoints({
  network,
  config,
}: {
  readonly network: Network
  readonly config: Pick<ResolvedConfig, 'projectId' | 'networks' | 'customRpcUrls' | 'endpoints'>
}): ListedEndpoints {
  const { caipNetworkId } = network
  const own = config.customRpcUrls
  const custom = own && Object.hasOwn(own, caipNetworkId) ? own[caipNetworkId] : undefined
  const urls =
    custom?.map(each => (typeof each === 'string' ? each : each.url)) ?? network.rpcUrls.default.http
  const endpoints = [...new Set(urls)].map(url => ({ url, batch: limits.rpcBatch as number }))
  const proxy = config.endpoints?.rpc
  const isListed = config.networks.some(other => other.caipNetworkId === caipNetworkId)
  if (custom?.length || !proxy || !isListed || !URL.canParse(proxy)) return { endpoints, isRanked: true }
  const url = new URL(proxy)
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/v1`
  url.searchParams.set('chainId', caipNetworkId)
  if (!url.searchParams.has('projectId')) url.searchParams.set('projectId', config.projectId)
  return {
    endpoints: [{ url: url.href, batch: limits.rpcServerBatch, isProxy: true }, ...endpoints],
    isRanked: false,
  }
}
