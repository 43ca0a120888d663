import type { Clock } from '../../core/http/appTypes.ts'
import type { ChainFacts } from '../../data/chains/chainFacts.ts'
import { ChainUnreadable } from '../../data/chains/chainUnreadable.ts'
import type { RpcProxy } from '../../data/rpc/createRpcProxy.ts'
import { createFreshCache } from './createFreshCache.ts'

/** Wei for one unit of gas, by how soon a transaction should be in a block. */
export interface GasPrices {
  readonly standard: bigint
  readonly fast: bigint
  readonly instant: bigint
}

/** Reads what gas costs on a chain, a few seconds old at most. @throws ChainUnreadable */
export type ReadGasPrices = (chain: Pick<ChainFacts, 'id'>) => Promise<GasPrices>

const lifetime = 3_000
/** Blocks that are looked at, and the tips in them: of a hundred units of gas, so many paid less. */
const blocks = 5
const percentiles = [25, 50, 90]
/** Hundredths by which the base fee may grow until the transaction is in: the speeds differ by them and by their tips. */
const rooms = [100n, 113n, 127n]

/**
 * Creates a reader that asks a chain's node for its fee history and the tip that it suggests, which wallets pay, and for
 * its gas price where it has no history.
 */
export function createGasPrices(deps: {
  readonly proxy: Pick<RpcProxy, 'call'>
  readonly clock: Clock
}): ReadGasPrices {
  const { proxy, clock } = deps
  const kept = createFreshCache<GasPrices>({ lifetime, clock, most: 1_000 })

  async function read({ id }: Pick<ChainFacts, 'id'>): Promise<GasPrices> {
    const answers = await proxy.call(id, [
      { method: 'eth_feeHistory', params: [`0x${blocks}`, 'latest', percentiles] },
      { method: 'eth_gasPrice' },
      { method: 'eth_maxPriorityFeePerGas' },
    ])
    const [history, price, tip] = answers.map(answer => ('result' in answer ? answer.result : undefined))
    const said = quantity(price)
    const told = readHistory(history, quantity(tip) ?? 0n)
    if (told !== undefined) return told
    if (said === undefined) throw new ChainUnreadable(id, 'no gas price')
    return { standard: said, fast: said, instant: said }
  }

  return chain => kept(chain.id, () => read(chain))
}

/** `suggested`: the least tip of all speeds. Quiet blocks have tips of zero, which wallets do not pay. */
function readHistory(result: unknown, suggested: bigint): GasPrices | undefined {
  const { baseFeePerGas, reward } = (result ?? {}) as { baseFeePerGas?: unknown; reward?: unknown }
  const base = Array.isArray(baseFeePerGas) ? quantity(baseFeePerGas.at(-1)) : undefined
  if (base === undefined || base === 0n || !Array.isArray(reward)) return undefined
  const [standard, fast, instant] = rooms.map((room, place) => {
    const tips = reward.flatMap(row => (Array.isArray(row) ? (quantity(row[place]) ?? []) : [])).sort(compare)
    return (base * room) / 100n + atLeast(tips[tips.length >> 1] ?? 0n, suggested)
  })
  if (standard === undefined || fast === undefined || instant === undefined) return undefined
  // Blocks with few transactions may have the order of the tips upside down.
  const faster = atLeast(fast, standard)
  return { standard, fast: faster, instant: atLeast(instant, faster) }
}

function atLeast(price: bigint, least: bigint): bigint {
  return price < least ? least : price
}

function compare(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function quantity(value: unknown): bigint | undefined {
  return typeof value === 'string' && /^0x[0-9a-fA-F]{1,32}$/.test(value) ? BigInt(value) : undefined
}
