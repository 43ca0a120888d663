import type { CaipNetworkId } from 'latchkey/contract'
import { delegatedContracts, permissionContracts, safeContracts } from 'latchkey/services'
import type { Clock } from '../../core/http/appTypes.ts'
import type { RpcOutcome } from '../rpc/callUpstream.ts'
import type { RpcProxy } from '../rpc/createRpcProxy.ts'
import { isSame } from './decodeOperationCalls.ts'

/** Which smart accounts a network carries now. */
export interface SmartNetwork {
  readonly chainId: CaipNetworkId
  /** The Safe of `safeContracts`. */
  readonly safe: boolean
  /** EIP-7702 by `delegatedContracts`. */
  readonly delegation: boolean
  /** Safes can give permissions by `permissionContracts`; absent: no, or it was not looked for. */
  readonly permissions?: true
}

/** Milliseconds for which a network's word counts: that it carries accounts, or that it does not. */
const lifetime = { carries: 60_000, lacks: 3_000 } as const

/**
 * Sees on the chain which networks carry smart accounts: every contract has code, and a bundler takes operations for the entry
 * point. The returned function lists them; a network that cannot be asked is not among them.
 */
export function createSmartNetworks(deps: {
  readonly proxy: Pick<RpcProxy, 'call'>
  readonly bundlers: Pick<RpcProxy, 'call'>
  readonly networks: readonly CaipNetworkId[]
  /** Whether the contracts of permissions are looked for. */
  readonly hasPermissions?: boolean
  readonly clock: Clock
}): () => Promise<readonly SmartNetwork[]> {
  const { proxy, bundlers, networks, hasPermissions = false, clock } = deps
  const seen = new Map<CaipNetworkId, { readonly until: number; readonly network: SmartNetwork }>()
  const running = new Map<CaipNetworkId, Promise<SmartNetwork>>()

  async function look(chainId: CaipNetworkId): Promise<SmartNetwork> {
    const [entryPoints, safe, account, permissions] = await Promise.all([
      readEntryPoints(chainId),
      haveCode(chainId, Object.values(safeContracts)),
      haveCode(chainId, Object.values(delegatedContracts)),
      hasPermissions && haveCode(chainId, Object.values(permissionContracts)),
    ])
    const takes = (entryPoint: string) => entryPoints.some(each => isSame(each, entryPoint))
    const hasSafe = safe && takes(safeContracts.entryPoint)
    const network = {
      chainId,
      safe: hasSafe,
      delegation: account && takes(delegatedContracts.entryPoint),
      ...(hasSafe && permissions && { permissions: true as const }),
    }
    const isWhole = network.safe && network.delegation
    seen.set(chainId, { network, until: clock() + (isWhole ? lifetime.carries : lifetime.lacks) })
    return network
  }

  async function readEntryPoints(chainId: CaipNetworkId): Promise<readonly string[]> {
    const [outcome] = await bundlers.call(chainId, [{ method: 'eth_supportedEntryPoints', params: [] }])
    const result = outcome !== undefined && 'result' in outcome ? outcome.result : undefined
    return Array.isArray(result) ? result.filter(each => typeof each === 'string') : []
  }

  async function haveCode(chainId: CaipNetworkId, addresses: readonly string[]): Promise<boolean> {
    const outcomes = await proxy.call(
      chainId,
      addresses.map(address => ({ method: 'eth_getCode', params: [address, 'latest'] })),
    )
    return outcomes.length === addresses.length && outcomes.every(isCode)
  }

  function isCode(outcome: RpcOutcome): boolean {
    return (
      'result' in outcome &&
      typeof outcome.result === 'string' &&
      /^0x(?!ef0100)(?:[0-9a-f]{2})+$/i.test(outcome.result)
    )
  }

  function lookOnce(chainId: CaipNetworkId): Promise<SmartNetwork> {
    const known = seen.get(chainId)
    if (known !== undefined && clock() < known.until) return Promise.resolve(known.network)
    const before = running.get(chainId)
    if (before !== undefined) return before
    const starting = look(chainId).finally(() => running.delete(chainId))
    running.set(chainId, starting)
    return starting
  }

  return async () => {
    const all = await Promise.all(networks.map(lookOnce))
    return all.filter(({ safe, delegation }) => safe || delegation)
  }
}
