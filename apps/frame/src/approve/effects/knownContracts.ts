import type { CaipNetworkId } from 'latchkey/contract'
import { type SwapRouterKind, swapRouters } from 'latchkey/evmcodec'
import { type FrameSite, listedTokens, wrappedNatives } from 'latchkey/services'

/** The contracts of one network that are known by their address; what a contract says of itself makes none known (S1). */
export interface KnownContracts {
  /** The one that wraps the network's own currency, in lower case. */
  readonly wrapped?: string
  /** Routers by address, in lower case. */
  readonly routers: ReadonlyMap<string, SwapRouterKind>
  /** Tokens that are on a list, in lower case. */
  readonly tokens: ReadonlySet<string>
}

const noRouters: ReadonlyMap<string, SwapRouterKind> = new Map()
const noTokens: ReadonlySet<string> = new Set()

/** Nothing is known: no call is an exchange. */
export const noContracts: KnownContracts = { routers: noRouters, tokens: noTokens }

/**
 * The known contracts of a network: pinned in this build, and those that the operator's services name in the wallet's page.
 * A page that shows the wallet names none, and the operator names no other wrapping contract or router for a pinned network.
 */
export function knownContracts(chainId: CaipNetworkId, named: FrameSite['contracts'] = {}): KnownContracts {
  const id = Number(chainId.slice(chainId.indexOf(':') + 1))
  const ours = Object.hasOwn(swapRouters, id) ? swapRouters[id] : undefined
  const theirs = Object.hasOwn(named, chainId) ? named[chainId] : undefined
  const isPinned = Object.hasOwn(wrappedNatives, id)
  const wrapped = (isPinned ? wrappedNatives[id] : theirs?.wrapped)?.toLowerCase()
  const known = new Map<string, SwapRouterKind>()
  for (const kind of ['v2', 'v3', 'router02', 'universal'] as const)
    for (const address of ours?.[kind] ?? []) known.set(address, kind)
  if (!isPinned) for (const address of theirs?.routers ?? []) known.set(address.toLowerCase(), 'v2')
  const tokens = [
    ...(Object.hasOwn(listedTokens, id) ? (listedTokens[id] ?? []) : []).map(([, , address]) => address),
    ...(theirs?.tokens ?? []),
    ...(wrapped === undefined ? [] : [wrapped]),
  ]
  return {
    ...(wrapped !== undefined && { wrapped }),
    routers: known,
    tokens: new Set(tokens.map(address => address.toLowerCase())),
  }
}
