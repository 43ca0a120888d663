export type { EvaluatesInPage, RemoteControl } from './playwright/createRemoteControl.ts'
export {
  type InstallOptions,
  installWallets,
  type RemoteWallet,
  remoteWallet,
  type TakesWallets,
} from './playwright/installWallets.ts'
export type { PageWalletOptions } from './playwright/pageConfig.ts'
