/** The data each view takes with it, by name; a view that is not here takes none (DECISIONS C12). */
import type { AccountTab } from '../../contract/account.ts'
import type { CaipNetworkId, ChainNamespace } from '../../contract/caip.ts'
import type { SocialProvider } from '../../contract/options.ts'
import type { WalletListing } from '../../contract/wallet.ts'
import type { Machine } from '../../engine/base/machine.ts'
import type { ExchangeAsk } from '../../engine/flows/exchange/exchangeFlow.ts'
import type { PayOptions } from '../../engine/flows/pay/payFlow.ts'
import type { CallsState } from '../../engine/flows/send/callsTransition.ts'
import type { SendIntent } from '../../engine/flows/send/createSendFlow.ts'
import type { SwapIntent, SwapSide } from '../../engine/flows/swap/swapFlow.ts'

export interface ViewData {
  /** `add`: opened by "add wallet" although something is connected. `namespace`: only wallets of that one. */
  Connect: { readonly add?: boolean; readonly namespace?: ChainNamespace }
  /** The tab to show; absent, the one that was shown last while the widget is open. */
  Account: { readonly tab?: AccountTab }
  /** The tab to show; absent, the active namespace's. */
  ProfileWallets: { readonly namespace?: ChainNamespace }
  /** The address to log in with; absent, it is asked for. */
  EmailLogin: { readonly email?: string }
  /** Where they begin; absent, at the list of all. */
  WalletSettings: { readonly screen?: 'RECOVERY_SETUP' | 'DEVICES' | 'PASSKEY' }
  /** A provider of SPEC §5, or `passkey`. */
  ConnectingSocial: { readonly provider: SocialProvider | 'passkey' }
  AllWallets: { readonly namespace?: ChainNamespace }
  ConnectWallets: { readonly namespace?: ChainNamespace }
  ConnectingExternal: { readonly rowKey: string; readonly namespace?: ChainNamespace }
  /** The wallet of a row, or one of the directory with its canonical id; without either any wallet may answer. */
  ConnectingWalletConnect: {
    readonly rowKey?: string
    readonly wallet?: WalletListing
    readonly walletId?: string
    readonly namespace?: ChainNamespace
  }
  /** The wallet that is not installed here. */
  Downloads: { readonly wallet: WalletListing }
  /**
   * What to fill in: a token's contract or 'native', an amount in whole tokens as a decimal text ('0.25'), an address or a
   * name. All can be changed by the visitor, who reviews it and is asked by the wallet in any case.
   */
  WalletSend: { readonly token?: string; readonly amount?: string; readonly to?: string }
  /** What the form or the list of unsettled transfers makes; with anything else, or a second time, it leads to the form. */
  WalletSendPreview: SendIntent
  /**
   * What to fill in: contracts of tokens or 'native', `toToken` also of another network as CAIP-10, and an amount of `fromToken` in whole tokens as a decimal text
   * ('0.25'). All can be changed by the visitor, who reviews it and is asked by the wallet in any case.
   */
  Swap: { readonly fromToken?: string; readonly toToken?: string; readonly amount?: string }
  /** Which of the two tokens is chosen; absent, the one that is sold. */
  SwapSelectToken: { readonly side?: SwapSide }
  /** What the form or Activity makes; with anything else, or a second time, it leads to the form. */
  SwapPreview: SwapIntent
  /** What is to be paid: the view begins it, once for each opening. */
  Pay: PayOptions
  /** What it shows, for its title; absent, the review. The receipt is a step of its own, which Back leads from. */
  PayReview: { readonly at: 'code' | 'result' | 'receipt' }
  /**
   * What to fill in: a token's contract or 'native', and an amount in whole tokens as a decimal text ('25'). It arrives at the active account, unless a
   * payment's ask was made by the engine (T71).
   */
  ExchangeSelect: { readonly token?: string; readonly amount?: string } | ExchangeAsk
  /** An order of the journal, by its entry's id. */
  OnRampOrder: { readonly id: string }
  ExchangeOrder: { readonly id: string }
  SwitchNetwork: { readonly caipNetworkId: CaipNetworkId }
  SwitchActiveChain: { readonly caipNetworkId: CaipNetworkId }
  /** The CAIP-19 id of an NFT that the active account holds on its network. */
  WalletNft: { readonly id: string }
  /** A token that the active account holds on its network: its contract, or 'native'. */
  WalletToken: { readonly token: string }
  /** A transaction of the active account on its network, by its hash. */
  WalletTransaction: { readonly id: string }
  /** What to fill in: the part before the zone; the visitor can change it. */
  RegisterAccountName: { readonly name?: string }
  /** The name that was just registered, with its zone. */
  RegisterAccountNameSuccess: { readonly name: string }
  /** A name that the active account has, with its zone; without one, all of them and the way to another. */
  AccountName: { readonly name: string }
  /** What is to change about it. */
  AccountNameChange: { readonly name: string; readonly action: 'records' | 'transfer' | 'release' }
  /** Calls that are on their way; `sendCalls` opens it. */
  WalletSendCalls: { readonly run: Pick<Machine<CallsState, never>, 'getState' | 'subscribe'> }
}
