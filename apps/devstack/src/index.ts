export {
  type DevBitcoinAccount,
  devBitcoinAccounts,
  simulatedBitcoinAccounts,
} from './bitcoin/devBitcoinAccounts.ts'
export { type RunningBitcoin, startBitcoin } from './bitcoin/startBitcoin.ts'
export { bundlerFolder } from './bundler/createBundler.ts'
export { putSmartContracts } from './bundler/putSmartContracts.ts'
export { type DevAccount, devAccounts, devMnemonic } from './chains/devAccounts.ts'
export { dogwood, toSolanaDevNetwork } from './chains/devNetworks.ts'
export { type Chain, type ChainOptions, startChain } from './chains/startChain.ts'
export { type DevContractName, devContracts, spamName, spamSymbol } from './contracts/contractPlan.ts'
export { deployContracts } from './contracts/deployContracts.ts'
export { type RunningCosmos, startCosmos } from './cosmos/startCosmos.ts'
export type { RampWaits } from './ramp/rampConfig.ts'
export { type Ramp, rampApiKey, startRamp } from './ramp/startRamp.ts'
export {
  type DevSolanaAccount,
  devSolanaAccounts,
} from './solana/devSolanaAccounts.ts'
export { type DevMint, devNfts, devTokens } from './solana/seed/devMints.ts'
export { devLookupTable, memoRecipient } from './solana/seed/seedLedger.ts'
export { type Solana, type SolanaOptions, startSolana } from './solana/startSolana.ts'
export { type DevSolana, type DevstackDescription, devChains, devProjectId } from './stack/locateDevstack.ts'
export type { DevPart, DevPorts } from './stack/ports.ts'
export { type Devstack, type DevstackOptions, startDevstack } from './stack/startDevstack.ts'
