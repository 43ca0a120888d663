import type { CaipNetworkId, SignInMessage } from 'latchkey/contract'
import type { Hex, Simulation, TransferFee } from 'latchkey/evmcodec'
import type { FrameSite, Permission } from 'latchkey/services'
import type { Call } from '../approve/effects/decodeCall.ts'
import type { Effect } from '../approve/effects/effect.ts'
import type { SolanaEffect } from '../approve/solana/solanaEffect.ts'
import type { Prices } from './createPrices.ts'
import type { TypedData } from './evm/typedData.ts'
import type { NetworkFacts } from './networkFacts.ts'
import type { OperationAsked, PreparedOperation } from './operation/operationAsked.ts'
import type { Outcome } from './simulateOutcomes.ts'

/** One request for approval, complete and frozen: the wallet signs exactly what it shows (T62). */
export type ApprovalRequest = {
  /** The page's origin, as the browser says it. */
  readonly host: string
  readonly chainId: CaipNetworkId
  /** What the network is called; absent: by the frame's own table alone. */
  readonly network?: NetworkFacts
  /** The project's own addresses and its name, as the operator's services write them into the wallet's page. */
  readonly payee?: FrameSite['payee']
  /** Its visitor wants the smart account, which this network does not carry: the plain one is asked. */
  readonly isFallback?: boolean
} & (
  | ({
      /** Whose signature it is, in EIP-55's capitals. */
      readonly account: Hex
    } & EvmAsked)
  | ({
      /** Whose signature it is, in base58. */
      readonly account: string
    } & (SolanaAsked | BlockedAsked))
)

/** A request for approval on networks of eip155. */
export type EvmApproval = Exclude<ApprovalRequest, { is: 'solanaMessage' | 'solanaTransactions' }>

/** A request that is refused before approval, and shown as refused. */
interface BlockedAsked {
  readonly is: 'blocked'
  readonly reason: 'sign-in'
  readonly site?: string
}

/** A text or bytes. */
interface MessageAsked {
  readonly bytes: Hex
  /** The bytes as text; absent when they are none that can be shown. */
  readonly text?: string
  /** It signs the visitor in at the page that asks, and at no other one (T37). */
  readonly signIn?: SignInMessage
}

type SolanaAsked =
  | ({ readonly is: 'solanaMessage' } & MessageAsked)
  | {
      readonly is: 'solanaTransactions'
      readonly transactions: readonly SolanaTransactionAsked[]
      /** Whether the wallet sends it; else the page gets it back. */
      readonly sends: boolean
    }

/** One transaction of Solana, as far as its bytes say. */
export interface SolanaTransactionAsked {
  /** As it goes over the wire, base64. */
  readonly wire: string
  readonly effects: readonly SolanaEffect[]
  /** Who pays the network. */
  readonly payer: string
  /** The other required signers. */
  readonly others: readonly string[]
  /** Accounts that it may change; undefined where some stand in a table that was not read. */
  readonly touched?: readonly string[]
  /** Whether some of its accounts stand in tables on the chain, as its nodes say. */
  readonly hasTables: boolean
  /** Lamports that are offered beyond the network's own fee, at most; absent: it does not say. */
  readonly priority?: bigint
}

/** A permission of the smart account that is given, or withdrawn. */
interface PermissionAsked {
  readonly is: 'permission'
  readonly permission: Permission
  /** Who may act. */
  readonly to: Hex
  /** It is withdrawn: the hash of its delegation. Absent: it is given. */
  readonly withdraws?: Hex
  /** What the account does on the chain for it, before it is signed or to end it; absent: nothing. */
  readonly operation?: OperationAsked
}

type EvmAsked =
  | PermissionAsked
  | ({ readonly is: 'message' } & MessageAsked)
  | {
      readonly is: 'typed'
      readonly data: TypedData
      /** Its known effect; absent for unknown types. */
      readonly effect?: Effect
      /** It names no network, so it counts on all of them. */
      readonly isEverywhere: boolean
    }
  | {
      readonly is: 'calls'
      readonly calls: readonly Call[]
      readonly effects: readonly Effect[]
      /** The page's own limit of gas, for a single call. */
      readonly gas?: bigint
      /** The smart account does all of them as one; absent: they are transactions of the plain account. */
      readonly operation?: OperationAsked
    }

/** What the nodes say of it, as it comes in. */
export interface ApprovalProgress {
  /** Whether the nodes were asked and have answered, or did not. */
  readonly at: 'asking' | 'known'
  /** The maximum fee of all of it; absent with `known`: it could not be found out. */
  readonly fee?: TransferFee['most']
  /** What each call takes, in their order, as it is signed; all of them or none. */
  readonly fees?: readonly TransferFee[]
  /** What is signed for the smart account, with the one who pays; absent: unknown. */
  readonly operation?: PreparedOperation
  readonly simulation?: Simulation
  /** The outcome of each call that claims to be an exchange, at its index; absent: unknown. */
  readonly outcomes?: readonly Outcome[]
  /** Names of contracts as tokens, by address (`tokenKey`); the contracts' own words, unless they are on a list. */
  readonly tokens: Readonly<Record<string, TokenWords>>
  /** Addresses that were sent to from here before, the account's own last; empty until they were read. */
  readonly known: readonly string[]
  /** Names that resolve to addresses, by address in small letters, as the services checked. */
  readonly names?: Readonly<Record<string, string>>
  /** By token (`tokenKey`), for display alone; absent or without an entry: unknown, or too old (F27). */
  readonly prices?: Prices
  /** When the services said the prices, milliseconds since 1970. */
  readonly pricedAt?: number
  /** Accounts of tokens before a Solana transaction, as the nodes say: whose they are, and of which mint. */
  readonly holders?: Readonly<Record<string, TokenHolder>>
  /** Lamports that come into accounts that a Solana transaction makes, as the nodes foresee. */
  readonly deposits?: Readonly<Record<string, bigint>>
  /** How many of the calls were sent. */
  readonly sent: number
}

/** Whose a token account is. */
export interface TokenHolder {
  readonly owner: string
  readonly mint: string
}

export interface TokenWords {
  /** Its symbol and decimals are of a list; else it says so itself, which explains nothing (T58, T67). */
  readonly isListed?: boolean
  /** Absent: it does not say, or says what would be read as part of an amount (T67). */
  readonly symbol?: string
  readonly decimals?: number
  /** ERC-721: a number in a transfer or an approval names one of a kind. Absent: unknown. */
  readonly isCollection?: boolean
}

/** An approval as its screen has it. */
export interface PendingApproval {
  readonly request: ApprovalRequest
  progress(): ApprovalProgress
  watch(listener: () => void): () => void
  /**
   * Signs, and sends if requested; true once the page has its answer. False: the wallet is locked, and its visitor has
   * to prove themselves first; the request keeps waiting (T79).
   * @throws LatchkeyError the error that the page receives instead; `passkeyRefusal` before anything was sent: the request
   * keeps waiting, and its visitor may press again (T82).
   */
  approve(): Promise<boolean>
}
