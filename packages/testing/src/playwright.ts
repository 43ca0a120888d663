export type {
  EvaluatesInPage,
  RemoteBitcoinControl,
  RemoteControl,
  RemoteSolanaControl,
} from './playwright/createRemoteControl.ts'
export {
  type InstallOptions,
  installWallets,
  type RemoteBitcoinWallet,
  type RemoteSolanaWallet,
  type RemoteWallet,
  remoteSolanaWallet,
  remoteWallet,
  type TakesWallets,
} from './playwright/installWallets.ts'
export type {
  PageBitcoinWalletOptions,
  PageSolanaWalletOptions,
  PageWalletOptions,
} from './playwright/pageConfig.ts'
