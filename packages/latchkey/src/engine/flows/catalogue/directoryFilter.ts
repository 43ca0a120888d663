import type { CaipNetworkId, ChainNamespace } from '../../../contract/caip.ts'
import type { ResolvedConfig } from '../../base/config.ts'
import type { DirectoryQuery } from '../../nouns/directory/directory.ts'

/** The network under which listings name what they speak: a wallet of a namespace lists at least this one. */
const mainNetworks: Readonly<Record<string, CaipNetworkId>> = {
  eip155: 'eip155:1',
  solana: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  bip122: 'bip122:000000000019d6689c085ae165831e93',
  polkadot: 'polkadot:91b171bb158e2d3848fa23a9f1c25182',
  cosmos: 'cosmos:cosmoshub-4',
  sui: 'sui:mainnet',
  stacks: 'stacks:1',
}

type Filtered = Pick<
  ResolvedConfig,
  'adapters' | 'networks' | 'includeWalletIds' | 'excludeWalletIds' | 'featuredWalletIds'
>

/**
 * What the host's options ask of the directory: wallets that speak one of its namespaces (SPEC §4), only those it lets
 * in, none it keeps out. Ids that only this library understands are left to the list itself.
 */
export function directoryFilter(
  config: Filtered,
  namespace?: ChainNamespace,
): Pick<DirectoryQuery, 'chains' | 'include' | 'exclude'> {
  const { includeWalletIds = [], excludeWalletIds = [], featuredWalletIds = [] } = config
  const namespaces = namespace === undefined ? config.adapters.map(adapter => adapter.namespace) : [namespace]
  const mains = namespaces.map(each => mainNetworks[each])
  const listed = config.networks.filter(network => namespaces.includes(network.chainNamespace))
  const chains = [...new Set([...mains, ...listed.map(network => network.caipNetworkId)])]
  const include = toDirectoryIds([...includeWalletIds, ...featuredWalletIds])
  const exclude = toDirectoryIds(excludeWalletIds)
  return {
    // A namespace whose main network nobody told us is not filtered by.
    ...(chains.length > 0 && !chains.includes(undefined as never) && { chains: chains as CaipNetworkId[] }),
    ...(includeWalletIds.length > 0 &&
      include.length === includeWalletIds.length + featuredWalletIds.length && { include }),
    ...(exclude.length > 0 && { exclude }),
  }
}

/** The ids among them that name a listing of the directory. */
function toDirectoryIds(ids: readonly string[]): readonly string[] {
  return ids.flatMap(id => {
    const plain = id.replace(/^dir:/, '')
    return /^[\w-]{1,64}$/.test(plain) ? [plain] : []
  })
}
