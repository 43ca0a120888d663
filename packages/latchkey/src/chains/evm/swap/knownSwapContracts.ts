import type { CaipNetworkId } from '../../../contract/caip.ts'
import { wrappedNatives } from '../../../contract/networks/wrappedNatives.ts'
import type { SwapContract, SwapShape } from '../../../contract/swap.ts'
import { v2Routers } from './v2Routers.ts'

/** Who wraps a network's own currency, as a provider's name. */
export const wrappedProvider = 'wrapped'

/**
 * Chains where 0x's AllowanceHolder has this address: `AllowanceHolderContext.sol` and `chain_config.json` of
 * `0xProject/0x-settler`, and the chains of 0x's cheat sheet that these two name; read on 2026-11-28. Which Settlers keep its
 * promises changes often, so they come with the signed list: see `checkSwap`.
 */
const allowanceHolder = {
  address: '0x0000000000001fF3684f28c67538d4D072C22734',
  chains: [1, 10, 56, 137, 8453, 42161, 43114],
} as const

/** Chains where LI.FI's diamond has this address: `deployments/*.json` of `lifinance/contracts`; read on 2026-11-28. */
const diamond = {
  address: '0x1231DEB6f5749EF6cE6943a275A1D3E7486F4EaE',
  chains: [1, 10, 56, 100, 137, 8453, 42161, 43114],
} as const

/**
 * The contracts of one network that swaps may go to, as this build knows them by itself (T70): those that a provider of the
 * services builds for. Uniswap's other routers are known to the wallet's own page alone.
 */
export function knownSwapContracts(network: CaipNetworkId): readonly SwapContract[] {
  const [namespace, reference = ''] = network.split(':')
  const id = Number(reference)
  if (namespace !== 'eip155' || String(id) !== reference) return []
  const row = (provider: string, shape: SwapShape, address: string, spender: boolean): SwapContract => ({
    network,
    provider,
    shape,
    address,
    spender,
  })
  const router = v2Routers[id]
  const wrapped = wrappedNatives[id]
  return [
    ...(router === undefined ? [] : [row('pools', 'v2', router, true)]),
    ...(is(allowanceHolder.chains, id) ? [row('0x', 'allowanceHolder', allowanceHolder.address, true)] : []),
    ...(is(diamond.chains, id) ? [row('lifi', 'lifi', diamond.address, true)] : []),
    ...(wrapped === undefined ? [] : [row(wrappedProvider, 'wrapped', wrapped, false)]),
  ]
}

function is(chains: readonly number[], id: number): boolean {
  return chains.includes(id)
}
