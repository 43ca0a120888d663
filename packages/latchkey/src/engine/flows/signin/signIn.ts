import type { ChainAdapter, ConnectProviderOptions, ProviderState } from '../../../contract/adapter.ts'
import type { CaipAddress, CaipNetworkId, ChainNamespace } from '../../../contract/caip.ts'
import type { SignInRequest, SiwxSession } from '../../../contract/siwx.ts'
import type { Machine } from '../../base/machine.ts'
import type { EmailCapture } from './emailCapture.ts'
import type { SignInEvent, SignInState } from './signInTransition.ts'

/** Who is to sign in: one account on one network (T28, T36). */
export interface SignInSubject {
  readonly connectionId: string
  readonly namespace: ChainNamespace
  readonly caipNetworkId: CaipNetworkId
  readonly address: string
  readonly caip10: CaipAddress
}

/** The known sign-ins, for the state and for the rules of closing. */
export interface SignInStanding {
  /** Whether the visitor cannot go on without one. */
  readonly isRequired: boolean
  /** By CAIP-10 address: whether it has a session. What is not here has not been looked at. */
  readonly accounts: Readonly<Record<string, boolean>>
}

/** Signing in with the active account on its network (SPEC §4 "Sign-in flow"). */
export interface SignIn {
  readonly machine: Machine<SignInState, SignInEvent>
  /** The visitor's address and the code sent to it, before the signature; in a chunk of its own. @throws LatchkeyError CHUNK_FAILED. */
  email(): Promise<EmailCapture>
  /** Looks for a session of the active account; settles when it is known what comes next. */
  check(): Promise<void>
  /** Asks anew for the text to sign, after it could not be fetched or was put off. */
  begin(): void
  /** Goes on without an address, where signing in is not required either. */
  skipEmail(): void
  /** Whether the text can also be signed as a transaction that is never sent (`signInByTransaction`), while one is ready. */
  offersTransaction(): boolean
  /** Asks the wallet for its signature, of the text or of such a transaction; while it is being asked it changes nothing. */
  sign(options?: { readonly byTransaction?: boolean }): void
  /** Stops waiting for the wallet, whose answer then counts for nothing. */
  stop(): void
  /** Declines: ends the current sign-in, and does not ask again for this account on this network. */
  dismiss(): void
  /**
   * The visitor declines (SPEC §4): where signing in is required, back to the last network with a session, else the wallet is disconnected.
   * Nothing else is closed here.
   */
  cancel(): Promise<void>
  /**
   * What a transport may have signed while it connects, so that one approval does both (DECISIONS C10): for chains of one namespace whose
   * wallets can. Requested when Connect opens, it is here when it is needed. Undefined where it cannot be had before the account is known.
   */
  request(chains?: readonly CaipNetworkId[]): Promise<SignInRequest | undefined>
  /** Connects, and signs in with the same approval where the wallet can. @throws LatchkeyError as the adapter's `connect`. */
  connect(
    provider: unknown,
    options: ConnectProviderOptions,
    adapter: ChainAdapter,
  ): Promise<ProviderState | undefined>
  /** Takes what a wallet signed for the last `request`, for a connection that may be given up meanwhile. */
  take(sessions: readonly SiwxSession[], signal: AbortSignal): Promise<void>
  /** Ends all sessions after the last disconnect, where this was not here yet to hear of it. */
  leave(): void
  /** Ends the session of the active account, and no other (T36). @throws LatchkeyError SIWX_DISABLED, NO_ACTIVE_ADDRESS, NO_ACTIVE_NETWORK. */
  signOut(): Promise<void>
}
