import type { CaipNetworkId } from 'latchkey/contract'

/** LI.FI's diamond, which calls go to and which takes tokens. */
const diamond = '0x1231DEB6f5749EF6cE6943a275A1D3E7486F4EaE'
/** LI.FI numbers Solana as if it were one of Ethereum's chains. */
export const lifiSolana = 1_151_111_081_099_710

/** A network of LI.FI. */
export interface LifiNetwork {
  /** LI.FI's own number of it. */
  readonly number: number
  /** Undefined where nothing is allowed to a contract. */
  readonly diamond: string | undefined
  /** What stands for the network's own currency in LI.FI's API. */
  readonly native: string
}

/**
 * The networks of LI.FI that it has the same diamond on, and Solana. Sources: `deployments/*.json` of `lifinance/contracts`,
 * docs.li.fi and `@lifi/types` 18.4.0, as of 2026-11-28.
 */
export const lifiNetworks: ReadonlyMap<CaipNetworkId, LifiNetwork> = new Map<CaipNetworkId, LifiNetwork>([
  ...[1, 10, 56, 100, 137, 8_453, 42_161, 43_114].map(
    number =>
      [`eip155:${number}`, { number, diamond, native: `0x${'0'.repeat(40)}` }] as [
        CaipNetworkId,
        LifiNetwork,
      ],
  ),
  [
    'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    { number: lifiSolana, diamond: undefined, native: '1'.repeat(32) },
  ],
])
