import type { CaipNetworkId } from 'latchkey/contract'

/** Blocks, its own among them, after which a transfer counts as final; `PAYMENTS_CONFIRMATIONS` overrules each. */
const confirmations: Readonly<Record<CaipNetworkId, number>> = {
  // Two epochs.
  'eip155:1': 64,
  'eip155:100': 64,
  'eip155:11155111': 64,
  'eip155:137': 128,
  'eip155:56': 15,
  'eip155:43114': 2,
  // A minute and more of blocks by one sequencer.
  'eip155:10': 40,
  'eip155:8453': 40,
  'eip155:130': 120,
  'eip155:59144': 40,
  'eip155:534352': 40,
  'eip155:324': 120,
  'eip155:42161': 300,
  // Local chains.
  'eip155:31337': 2,
  'eip155:31338': 2,
  'eip155:31339': 2,
}

/** For a network that the table does not have. */
const otherwise = 64

/** Blocks after which a transfer on a network counts as final. */
export function confirmationsOf(chain: CaipNetworkId, own: ReadonlyMap<CaipNetworkId, number>): number {
  return own.get(chain) ?? confirmations[chain] ?? otherwise
}
