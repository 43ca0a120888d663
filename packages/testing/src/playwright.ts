export type {
  EvaluatesInPage,
  RemoteBitcoinControl,
  RemoteControl,
  RemoteCosmosControl,
  RemoteSolanaControl,
  RemoteStacksControl,
} from './playwright/createRemoteControl.ts'
export {
  type InstallOptions,
  installWallets,
  type RemoteBitcoinWallet,
  type RemoteCosmosWallet,
  type RemoteSolanaWallet,
  type RemoteStacksWallet,
  type RemoteWallet,
  remoteSolanaWallet,
  remoteWallet,
  type TakesWallets,
} from './playwright/installWallets.ts'
export type {
  PageBitcoinWalletOptions,
  PageCosmosWalletOptions,
  PagePolkadotWalletOptions,
  PageSolanaWalletOptions,
  PageStacksWalletOptions,
  PageSuiWalletOptions,
  PageWalletOptions,
} from './playwright/pageConfig.ts'
