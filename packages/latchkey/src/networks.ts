/** `latchkey/networks`: the networks of SPEC §9 as data, and a way to describe others. */

export type { Network, NetworkInput } from './contract/network.ts'
export { toNetwork as defineNetwork } from './contract/network.ts'
export * from './contract/networks/bitcoin.ts'
export * from './contract/networks/cosmos.ts'
export * from './contract/networks/evm.ts'
export * from './contract/networks/polkadot.ts'
export * from './contract/networks/solana.ts'
export * from './contract/networks/stacks.ts'
export * from './contract/networks/sui.ts'
