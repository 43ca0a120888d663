import type { CaipNetworkId, ChainNamespace } from '../../../contract/caip.ts'
import type { ResolvedConfig } from '../../base/config.ts'
import { factsOf } from '../../base/factsOf.ts'
import type { DirectoryQuery } from '../../nouns/directory/directory.ts'

type Filtered = Pick<
  ResolvedConfig,
  'adapters' | 'endpoints' | 'networks' | 'includeWalletIds' | 'excludeWalletIds' | 'featuredWalletIds'
>

/**
 * What the host's options and the device ask of the directory: wallets that speak one of its namespaces (SPEC §4), that
 * the device can use over the page's relay, only those the host lets in, none it keeps out. The list, its count and its
 * search all take it. Ids that only this library understands are left to the list itself.
 */
export function directoryFilter(
  config: Filtered,
  { phone, namespace }: { readonly phone: boolean; readonly namespace?: ChainNamespace | undefined },
): Pick<DirectoryQuery, 'chains' | 'include' | 'exclude' | 'device' | 'relay'> {
  const { includeWalletIds = [], excludeWalletIds = [], featuredWalletIds = [] } = config
  const namespaces = namespace === undefined ? config.adapters.map(adapter => adapter.namespace) : [namespace]
  const mains = namespaces.map(each => factsOf(config, each).mainNetwork)
  const listed = config.networks.filter(network => namespaces.includes(network.chainNamespace))
  const chains = [...new Set([...mains, ...listed.map(network => network.caipNetworkId)])]
  const include = toDirectoryIds([...includeWalletIds, ...featuredWalletIds])
  const exclude = toDirectoryIds(excludeWalletIds)
  const relay = phone ? originOf(config.endpoints?.relay) : undefined
  return {
    ...(phone && { device: 'phone' as const }),
    ...(relay !== undefined && { relay }),
    // When the main network of a namespace is unknown, we do not filter by chains.
    ...(chains.length > 0 && !chains.includes(undefined as never) && { chains: chains as CaipNetworkId[] }),
    ...(includeWalletIds.length > 0 &&
      include.length === includeWalletIds.length + featuredWalletIds.length && { include }),
    ...(exclude.length > 0 && { exclude }),
  }
}

/** Which relay it is; the path and the query, with what a host put there, concern no directory. */
function originOf(relay: string | undefined): string | undefined {
  return relay === undefined ? undefined : /^wss?:\/\/[^/?#]+/i.exec(relay)?.[0]
}

/** The ids among them that name a listing of the directory. */
function toDirectoryIds(ids: readonly string[]): readonly string[] {
  return ids.flatMap(id => {
    const plain = id.replace(/^dir:/, '')
    return /^[\w-]{1,64}$/.test(plain) ? [plain] : []
  })
}
