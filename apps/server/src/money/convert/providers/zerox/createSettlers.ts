import type { Clock } from '../../../../core/http/appTypes.ts'
import { viem } from '../../../../core/libraries/viem.ts'
import type { ChainFacts } from '../../../../data/chains/chainFacts.ts'
import { readContracts } from '../../../../data/chains/readContracts.ts'
import type { RpcProxy } from '../../../../data/rpc/createRpcProxy.ts'

/** 0x's registry of its Settlers, on every chain at this address: README of `0xProject/0x-settler`, 2026-11-28. */
export const settlerRegistry = '0x00000000000004533Fe15556B1E086BB1A72cEae'
/** The registry's number for what a taker sends by itself. */
const takerSubmitted = 2n
/** Milliseconds. */
const [lifetime, retry] = [600_000, 10_000]

/** The Settlers in use on a chain, newest first; none while its nodes do not say, or where 0x has paused. */
export type ReadSettlers = (chain: ChainFacts) => Promise<readonly string[]>

/**
 * Reads 0x's Settlers from its registry by our own nodes. The API is slow to change to a new one, so the one before is in use
 * too. An outage is retried after ten seconds, and no Settler is named meanwhile.
 */
export function createSettlers(options: {
  readonly proxy: Pick<RpcProxy, 'call'>
  readonly clock: Clock
}): ReadSettlers {
  const { proxy, clock } = options
  const known = new Map<string, { readonly until: number; readonly settlers: Promise<readonly string[]> }>()

  async function read(chain: ChainFacts): Promise<readonly string[]> {
    const { decodeFunctionResult, encodeFunctionData, isAddressEqual, zeroAddress } = viem()
    const to = settlerRegistry
    const results = await readContracts({ proxy, chain }, [
      { to, data: encodeFunctionData({ abi, functionName: 'ownerOf', args: [takerSubmitted] }) },
      { to, data: encodeFunctionData({ abi, functionName: 'prev', args: [takerSubmitted] }) },
    ])
    const [current, before] = results.map(data => {
      try {
        const address = data && decodeFunctionResult({ abi: [abi[0]], functionName: 'ownerOf', data })
        return address === undefined || isAddressEqual(address, zeroAddress) ? undefined : address
      } catch {
        return undefined
      }
    })
    // Without a current one 0x has paused: the one before is not to be used either.
    return current === undefined ? [] : [...new Set([current, before ?? current])]
  }

  return chain => {
    const last = known.get(chain.id)
    if (last !== undefined && clock() < last.until) return last.settlers
    const settlers = read(chain).catch(() => {
      known.set(chain.id, { until: clock() + retry, settlers: Promise.resolve([]) })
      return []
    })
    known.set(chain.id, { until: clock() + lifetime, settlers })
    return settlers
  }
}

const address = [{ type: 'address', name: 'settler' }] as const
const abi = [
  {
    type: 'function',
    name: 'ownerOf',
    stateMutability: 'view',
    inputs: [{ type: 'uint256', name: 'feature' }],
    outputs: address,
  },
  {
    type: 'function',
    name: 'prev',
    stateMutability: 'view',
    inputs: [{ type: 'uint128', name: 'feature' }],
    outputs: address,
  },
] as const
