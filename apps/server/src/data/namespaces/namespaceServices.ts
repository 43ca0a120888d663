import type { CaipNetworkId } from 'latchkey/contract'
import type { NodeLanguage, ProxiedCall } from './nodeLanguage.ts'

/** What the services can do for the chains of one namespace. What they cannot do is absent. */
export interface NamespaceServices {
  /** CAIP-2's name of it. */
  readonly namespace: string
  /** How its nodes are asked. */
  readonly nodes: NodeLanguage
  /** The error in a chain's reference, as text to follow the variable's name; undefined for a valid one. */
  readonly refuseReference?: (reference: string) => string | undefined
  /** Accounts may be contracts, on whose word several nodes have to agree (T30). */
  readonly hasContractAccounts?: true
  /** Present where bundlers carry operations of contract accounts (ERC-4337). */
  readonly bundlers?: BundlerServices
  /** Present where the services read accounts: balances, prices, names, history and collectibles. */
  readonly reads?: AccountReads
}

/** How bundlers are asked, by pages too. */
export interface BundlerServices {
  readonly nodes: NodeLanguage
  /** What pages may ask them. */
  readonly methods: readonly string[]
  /** Whether a call has the method's parameters; unknown members are refused. */
  isCall(call: ProxiedCall): boolean
}

/** What runs an account's tokens: contracts of an Ethereum machine, or the token programs of Solana's. */
export type Machine = 'evm' | 'svm'

/** How the services read accounts, and name what they read. */
export interface AccountReads {
  /** Which readers of balances, tokens and collectibles are for it. */
  readonly machine: Machine
  /** Whether a chain of this reference can be described in CHAINS. */
  readonly isReference: (reference: string) => boolean
  /** The number under which the store keeps a chain; undefined for one that it cannot. */
  readonly numberOf: (reference: string) => number | undefined
  /** The chain behind the number that token lists have; absent where chains have none. */
  readonly ofNumber?: (number: number) => CaipNetworkId
  /** Normalizes an address of an account or a token to one spelling; undefined for an invalid one. */
  readonly keyOf: (address: string) => string | undefined
  /** Writes an address as answers have it; undefined for an invalid one, also for a checksum that is wrong. */
  readonly addressOf: (address: string) => string | undefined
  /** How CAIP-19 names its assets: the namespace of tokens, and the number of SLIP-44 for the network's own currency. */
  readonly assets: { readonly tokens: string; readonly coin: number }
  /** One spelling of a transaction's id; undefined for a text that is none. */
  readonly transactionOf: (hash: string) => string | undefined
}
