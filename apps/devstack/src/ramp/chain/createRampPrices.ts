import type { RampConfig } from '../rampConfig.ts'
import { abiWord, callChain } from './callChain.ts'

/** What quoting needs to know of a chain. */
export interface ChainPrices {
  /** Millionths of a dollar for a whole ether, by the chain's own exchange. */
  readonly ether: bigint
  /** Wei for a unit of gas. */
  readonly gas: bigint
}

/** Milliseconds for which prices are kept. */
const freshFor = 3_000
const whole = 10n ** 18n

/** Reads prices from the chains' own exchanges, each at most once in some seconds. */
export function createRampPrices(
  { chains, contracts }: RampConfig,
  now: () => number,
): (chainId: number) => Promise<ChainPrices> {
  const known = new Map<number, { readonly at: number; readonly prices: Promise<ChainPrices> }>()

  async function read(chainId: number): Promise<ChainPrices> {
    const chain = chains.find(each => each.chainId === chainId)
    if (chain === undefined) throw new Error(`The ramp knows no chain ${chainId}.`)
    // getAmountsOut(uint256, address[])
    const path = [2n, contracts.weth, contracts.usdc].map(abiWord).join('')
    const data = `0xd06ca61f${abiWord(whole)}${abiWord(64n)}${path}`
    const [amounts, gas] = await Promise.all([
      callChain(chain, 'eth_call', [{ to: contracts.swapRouter, data }, 'latest']),
      callChain(chain, 'eth_gasPrice', []),
    ])
    const last = String(amounts).slice(-64)
    return { ether: BigInt(`0x${last}`), gas: BigInt(String(gas)) }
  }

  return chainId => {
    const kept = known.get(chainId)
    if (kept && now() - kept.at < freshFor) return kept.prices
    const prices = read(chainId)
    known.set(chainId, { at: now(), prices })
    prices.catch(() => known.delete(chainId))
    return prices
  }
}
