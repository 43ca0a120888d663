import type { PairingTransport } from 'latchkey/pairing'
import type { Hex } from 'viem'
import type { Clock } from '../core/clock.ts'
import type { PromptMode } from '../core/createConductor.ts'
import type { WalletStorage } from '../core/createMemory.ts'
import type { WalletScript } from '../core/createScript.ts'
import type { PostRpc } from '../evm/createRpc.ts'
import type { SimulatedChain } from '../evm/walletOptions.ts'
import type { SolanaTestAccount } from '../solana/solanaAccounts.ts'
import type { PhoneSigner } from './phoneSigner.ts'
import type { FindAttestationKey } from './verifyAsker.ts'

/** A cluster of solana on the phone. */
export interface PhoneCluster {
  /** The CAIP-2 id, such as `solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp`. */
  readonly caipNetworkId: string
  /** Where the phone sends transactions; without it, it does not send there. */
  readonly rpcUrl?: string
}

/** The keys and clusters of solana that the phone has. */
export interface PhoneSolanaOptions {
  /** Real keys: `solanaAccount` and `deriveSolanaAccounts` make them. The first one is shown first. */
  readonly accounts: readonly SolanaTestAccount[]
  readonly clusters: readonly PhoneCluster[]
  /** Methods that it grants; `solanaMethods` unless set. */
  readonly methods?: readonly string[]
}

/** Options of `createPhoneWallet`. */
export interface PhoneWalletOptions {
  /** What sites call the phone; 'Sample Phone' unless set. */
  readonly name?: string
  readonly url?: string
  readonly icon?: string
  /** Where the site can open the phone's own app. */
  readonly redirect?: { readonly native?: string; readonly universal?: string }
  /** How the phone reaches its relay: `openTransport` of `latchkey/pairing`, or a test's own. Closed by `stop`. */
  readonly transport: PairingTransport
  /** How many of `testAccounts` (3), or private keys. */
  readonly accounts?: number | readonly Hex[]
  readonly chains: readonly SimulatedChain[]
  /** What it has of solana; nothing unless set. */
  readonly solana?: PhoneSolanaOptions
  /** What it signs for beside eip155 and solana: `phoneSui` and its siblings; nothing unless set. */
  readonly signers?: readonly PhoneSigner[]
  /** The chain it is on; the first unless set. */
  readonly chainId?: number
  /** How the phone answers proposals and requests; default `ask`. */
  readonly mode?: PromptMode
  /** By method, proposals included: `wc_sessionPropose`, `wc_sessionAuthenticate`. */
  readonly script?: WalletScript
  /** Methods that it grants; those it can carry out unless set. */
  readonly methods?: readonly string[]
  readonly events?: readonly string[]
  /** Whether it can connect and sign in at once; true unless set. */
  readonly authenticate?: boolean
  /** Whether it settles by the relay's own call, as newer wallets do; true unless set. */
  readonly approveByRelay?: boolean
  /** Where it finds the services' key, by which they vouch for sites; without it every site is unknown. */
  readonly attestationKey?: FindAttestationKey
  /** How it reaches its nodes; `fetch` unless set. */
  readonly post?: PostRpc
  /** Where it remembers its chain; nowhere unless set. Sessions are in the transport's store. */
  readonly storage?: WalletStorage
  readonly clock?: Clock
}

/** What the phone can carry out for a site. */
export const phoneMethods: readonly string[] = [
  'personal_sign',
  'eth_sendTransaction',
  'eth_signTransaction',
  'eth_signTypedData_v4',
  'eth_accounts',
  'eth_requestAccounts',
  'wallet_switchEthereumChain',
  'wallet_addEthereumChain',
  'wallet_watchAsset',
  'wallet_getPermissions',
  'wallet_getCapabilities',
  'wallet_sendCalls',
  'wallet_getCallsStatus',
  'wallet_pay',
]

/** What the phone can carry out for a site on solana. */
export const solanaMethods: readonly string[] = [
  'solana_signMessage',
  'solana_signTransaction',
  'solana_signAllTransactions',
  'solana_signAndSendTransaction',
  'solana_getAccounts',
  'solana_requestAccounts',
]

export const phoneEvents: readonly string[] = ['chainChanged', 'accountsChanged']
