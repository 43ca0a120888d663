export type { EvaluatesInPage, RemoteControl, RemoteSolanaControl } from './playwright/createRemoteControl.ts'
export {
  type InstallOptions,
  installWallets,
  type RemoteSolanaWallet,
  type RemoteWallet,
  remoteSolanaWallet,
  remoteWallet,
  type TakesWallets,
} from './playwright/installWallets.ts'
export type { PageSolanaWalletOptions, PageWalletOptions } from './playwright/pageConfig.ts'
