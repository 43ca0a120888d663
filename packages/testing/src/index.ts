export type { BitcoinAddressType, BitcoinKey, BitcoinNetworkName } from './bitcoin/bitcoinKeys.ts'
export { bitcoinKey } from './bitcoin/bitcoinKeys.ts'
export type { BitcoinRegistry, BitcoinShape, SimulatedBitcoinOptions } from './bitcoin/bitcoinOptions.ts'
export type { BitcoinControl } from './bitcoin/createBitcoinControl.ts'
export type { SimulatedBitcoinProvider } from './bitcoin/createBitcoinProvider.ts'
export type { BitcoinSnapshot } from './bitcoin/createBitcoinState.ts'
export {
  createSimulatedBitcoinWallet,
  type SimulatedBitcoinWallet,
} from './bitcoin/createSimulatedBitcoinWallet.ts'
export type { AnnounceTime } from './core/announceTime.ts'
export type { Clock } from './core/clock.ts'
export type { PromptMode } from './core/createConductor.ts'
export type { WalletStorage } from './core/createMemory.ts'
export type { Approval, PendingReason, PendingRequest } from './core/createPendingList.ts'
export type { RequestRecord } from './core/createRequestLog.ts'
export type { WalletScript } from './core/createScript.ts'
export type { ScriptControl, WaitOptions } from './core/createScriptedWallet.ts'
export { type MalformedName, malformedNames } from './core/malformedAnswers.ts'
export { type Outcome, type OutcomeName, type OutcomeStep, outcomeNames } from './core/outcome.ts'
export type { SharedWalletOptions } from './core/sharedOptions.ts'
export { type ThrownName, thrownNames } from './core/thrownValues.ts'
export {
  type CosmosKeys,
  type CosmosTestAccount,
  cosmosAddressOf,
  cosmosTestAccounts,
} from './cosmos/cosmosAccounts.ts'
export type { KeplrMethod, SimulatedCosmosChain, SimulatedCosmosOptions } from './cosmos/cosmosOptions.ts'
export type { CosmosSnapshot } from './cosmos/createCosmosState.ts'
export type { SimulatedKeplr, SimulatedOfflineSigner } from './cosmos/createKeplrObject.ts'
export {
  type CosmosControl,
  createSimulatedCosmosWallet,
  type SimulatedCosmosWallet,
} from './cosmos/createSimulatedCosmosWallet.ts'
export type { AminoDocument, DirectDocument } from './cosmos/signDocuments.ts'
export type { ProviderInfo } from './evm/announceProvider.ts'
export type { SimulatedProvider } from './evm/createProvider.ts'
export { createSimulatedWallet, type SimulatedWallet } from './evm/createSimulatedWallet.ts'
export type { WalletControl } from './evm/createWalletControl.ts'
export type { WalletSnapshot } from './evm/createWalletState.ts'
export { ProviderRpcError } from './evm/providerError.ts'
export { readSignedMessage } from './evm/signMethods.ts'
export { type SimulatedAccount, testAccounts, testMnemonic } from './evm/testAccounts.ts'
export type { SimulatedChain, SimulatedWalletOptions } from './evm/walletOptions.ts'
export { announceHostile } from './hostile/announceHostile.ts'
export { type HostileAnnouncement, hostileAnnouncements } from './hostile/hostileAnnouncements.ts'
export {
  createSimulatedPolkadotWallet,
  type SimulatedInjected,
  type SimulatedPolkadotWallet,
} from './polkadot/createSimulatedPolkadotWallet.ts'
export {
  type PolkadotKeyType,
  type PolkadotTestAccount,
  polkadotAccountIdOf,
  polkadotAddressOf,
  polkadotTestAccounts,
} from './polkadot/polkadotAccounts.ts'
export type { InjectedAccount } from './polkadot/polkadotMethods.ts'
export type { SimulatedPolkadotOptions } from './polkadot/polkadotOptions.ts'
export {
  createSimulatedNamespace,
  type NamespaceControl,
  type SimulatedNamespace,
  type SimulatedNamespaceOptions,
  type SimulatedTransfer,
} from './simulated/createSimulatedNamespace.ts'
export { NamespaceError } from './simulated/namespaceError.ts'
export { testAddresses } from './simulated/testAddresses.ts'
export { composeSignIn, type SolanaSignInInput } from './solana/composeSignIn.ts'
export {
  createSimulatedSolanaWallet,
  type SimulatedSolanaWallet,
} from './solana/createSimulatedSolanaWallet.ts'
export { type SolanaTestAccount, solanaTestAccounts } from './solana/solanaAccounts.ts'
export {
  type SimulatedSolanaChain,
  type SimulatedSolanaOptions,
  type SolanaFeature,
  solanaFeatures,
} from './solana/solanaOptions.ts'
export {
  createSimulatedStacksWallet,
  type SimulatedStacksProvider,
  type SimulatedStacksWallet,
  type StacksControl,
} from './stacks/createSimulatedStacksWallet.ts'
export { type StacksTestAccount, stacksTestAccounts } from './stacks/stacksAccounts.ts'
export type { SimulatedStacksOptions, StacksOtherAddress } from './stacks/stacksOptions.ts'
export type { StandardControl, StandardControl as SolanaControl } from './standard/createStandardControl.ts'
export type { SimulatedStandardAccount, SimulatedStandardWallet } from './standard/createStandardObject.ts'
export type { StandardSnapshot, StandardSnapshot as SolanaSnapshot } from './standard/createStandardState.ts'
export type { SimulatedStandard } from './standard/createStandardWallet.ts'
export { createSimulatedSuiWallet, type SimulatedSuiWallet } from './sui/createSimulatedSuiWallet.ts'
export { type SuiScheme, type SuiTestAccount, type SuiTestKey, suiTestAccounts } from './sui/suiAccounts.ts'
export {
  type SimulatedSuiChain,
  type SimulatedSuiOptions,
  type SuiFeature,
  suiFeatures,
} from './sui/suiOptions.ts'
