/** `latchkey`: the handle, its types and its errors. */
export type {
  Account,
  AccountState,
  AccountTab,
  AccountType,
  AccountUser,
  ConnectionStatus,
} from './contract/account.ts'
export type { AdapterDescriptor, ChainAdapter } from './contract/adapter.ts'
export type { TokenBalance } from './contract/balance.ts'
export type { CaipAddress, CaipNetworkId, ChainNamespace } from './contract/caip.ts'
export type {
  Connection,
  ConnectorType,
  RecentConnection,
  StoredConnectionStatus,
  Transport,
} from './contract/connection.ts'
export { type ErrorKind, isLatchkeyError, LatchkeyError } from './contract/error.ts'
export type { ErrorCode } from './contract/errors/table.ts'
export type { FactListener, FactMap, FactType } from './contract/facts.ts'
export type { AccountAction, ExplorerPaths, NamespaceFacts, Spelling } from './contract/namespaceFacts.ts'
export type { BlockExplorer, Network, NetworkFormat, NetworkInput } from './contract/network.ts'
export type {
  Features,
  LatchkeyOptions,
  LatchkeyPatch,
  Metadata,
  ThemeMode,
  ThemePreset,
  ThemeVariables,
} from './contract/options.ts'
export type { SendResult, TransferReceipt, WalletCall } from './contract/send.ts'
export type { Siwx, SiwxMessage, SiwxSession } from './contract/siwx.ts'
export type { LatchkeyState } from './contract/state.ts'
export type { StorageLike } from './contract/storage.ts'
export type { ViewName } from './contract/views.ts'
export type { CustomWallet, WalletListing } from './contract/wallet.ts'
export type { PayOptions, PayResult } from './engine/flows/pay/payFlow.ts'
export type { SendCallsOptions, SendCallsProgress, SendCallsResult } from './engine/flows/send/sendCalls.ts'
export type { ReceiptOptions } from './engine/nouns/journal/waitForReceipt.ts'
export { createLatchkey } from './widget/handle/createLatchkey.ts'
export type {
  AdoptedWallet,
  ConnectionLists,
  HandleConnectOptions,
  HandleSwitchOptions,
  Latchkey,
  SwitchConnectionOptions,
  WalletSummary,
} from './widget/handle/latchkey.ts'
export type { OpenOptions } from './widget/runtime/runtime.ts'
