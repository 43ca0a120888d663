import type { DemandName } from '../chains/devNetworks.ts'
import type { StartDemandChain } from './demandChain.ts'

/** The start of each chain on demand. A chain is one row, and its code loads only when it starts. */
export type DemandChains = Readonly<Record<DemandName, () => Promise<StartDemandChain>>>

/** What `--chains` can start. */
export const demandChains: DemandChains = {
  bitcoin: async () => (await import('../bitcoin/startBitcoin.ts')).startBitcoin,
  stacks: async () => (await import('../stacks/startStacks.ts')).startStacks,
  polkadot: async () => (await import('../polkadot/startPolkadot.ts')).startPolkadot,
  sui: async () => (await import('../sui/startSui.ts')).startSui,
  cosmos: async () => (await import('../cosmos/startCosmos.ts')).startCosmos,
}
