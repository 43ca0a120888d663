import type { CaipNetworkId } from 'latchkey/contract'

/** Contracts of the same source, each for what its chain's machine can do. */
const cancun = '0x0000000000001fF3684f28c67538d4D072C22734'
const shanghai = '0x0000000000005E88410CcDFaDe4a5EfaE4b49562'
const london = '0x000000000000175a8b9bC6d539B3708EEd92EA6c'

/**
 * The networks of 0x's Swap API v2 with their AllowanceHolder, which is the one contract that a visitor may allow anything:
 * never Settler, whose address changes and which anyone may call. Sources: the pages "Chain Support" and "Contracts" of
 * docs.0x.org, and the README of 0xProject/0x-settler, as of 2026-11-28. Left out are Scroll, for which sources name two
 * addresses, and Abstract, HyperEVM and Tempo, for which we found none: what is not here is not asked for.
 */
export const zeroXNetworks: ReadonlyMap<CaipNetworkId, string> = new Map(
  (
    [
      [1, cancun],
      [10, cancun],
      [56, cancun],
      [130, cancun],
      [137, cancun],
      [143, cancun],
      [146, cancun],
      [480, cancun],
      [5_000, shanghai],
      [8_453, cancun],
      [9_745, cancun],
      [34_443, cancun],
      [42_161, cancun],
      [43_114, cancun],
      [57_073, cancun],
      [59_144, london],
      [80_094, cancun],
      [81_457, cancun],
    ] as const
  ).map(([number, holder]) => [`eip155:${number}` as CaipNetworkId, holder]),
)
