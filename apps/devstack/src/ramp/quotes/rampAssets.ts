import type { RampChain, RampConfig } from '../rampConfig.ts'

/** Something that the ramp sends. */
export interface RampAsset {
  /** Qualified by the network: `USDC_ALDER`. */
  readonly code: string
  readonly symbol: string
  readonly name: string
  readonly decimals: number
  readonly chain: RampChain
  /** Absent for the network's own currency. */
  readonly contract?: string
  /** Whether it is worth a dollar, or what ether is worth. */
  readonly worth: 'dollar' | 'ether'
  /** The exchange's fee for sending it, in its smallest units. */
  readonly withdrawalFee: bigint
  /** What a new customer of the exchange has, in its smallest units. */
  readonly opening: bigint
}

const sixth = 10n ** 6n
const whole = 10n ** 18n

/** Lists what the ramp sells and the exchange sends, on each of its chains. */
export function listRampAssets({ chains, contracts }: RampConfig): readonly RampAsset[] {
  const kinds = [
    {
      symbol: 'USDC',
      name: 'USD Coin',
      decimals: 6,
      contract: contracts.usdc,
      worth: 'dollar',
      withdrawalFee: sixth / 2n,
      opening: 5_000n * sixth,
    },
    {
      symbol: 'ETH',
      name: 'Ether',
      decimals: 18,
      worth: 'ether',
      withdrawalFee: whole / 2_000n,
      opening: 3n * whole,
    },
    {
      symbol: 'DAI',
      name: 'Dai Stablecoin',
      decimals: 18,
      contract: contracts.dai,
      worth: 'dollar',
      withdrawalFee: whole / 2n,
      opening: 1_500n * whole,
    },
    {
      symbol: 'WETH',
      name: 'Wrapped Ether',
      decimals: 18,
      contract: contracts.weth,
      worth: 'ether',
      withdrawalFee: whole / 2_000n,
      opening: whole,
    },
  ] as const
  return chains.flatMap(chain =>
    kinds.map(kind => ({ ...kind, code: `${kind.symbol}_${chain.name.toUpperCase()}`, chain })),
  )
}
