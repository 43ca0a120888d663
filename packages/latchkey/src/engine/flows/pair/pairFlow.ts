import type { CaipNetworkId, ChainNamespace } from '../../../contract/caip.ts'
import type { Connection } from '../../../contract/connection.ts'
import type { Proof, SignInRequest } from '../../../contract/siwx.ts'
import type { Machine } from '../../base/machine.ts'
import type { PairEvent, PairState } from './pairTransition.ts'

/** Who is to be paired with, and where. */
export interface PairWanted {
  /** The row that was chosen; without one any wallet may answer. */
  readonly wallet?: { readonly walletId: string; readonly name: string; readonly icon?: string } | undefined
  /** Only this namespace is asked for. */
  readonly namespace?: ChainNamespace | undefined
  /** The visitor has not asked for a code: that there is none is no failed attempt to connect. */
  readonly unasked?: boolean | undefined
}

/** Signing in with the same approval, for wallets that can (DECISIONS C10). */
export interface PairSignIn {
  /** The request to sign; undefined when nothing is to be signed, or when something comes before it. */
  request(chains: readonly CaipNetworkId[]): Promise<SignInRequest | undefined>
  /** Takes what a wallet signed with its approval, which may be given up meanwhile. A view asks anew for a signature that is not accepted. */
  take(proofs: readonly Proof[], signal: AbortSignal): Promise<void>
}

/** Pairing with wallets outside this browser: one URI at a time, for views and for hosts that draw their own. */
export interface PairFlow {
  readonly machine: Machine<PairState, PairEvent>
  /** Whether the relay can be reached, as long as a URI needs it (F06). */
  readonly relay: Machine<boolean, boolean>
  /** Starts a pairing, or reuses the current URI; renews it while a view is open. Returns the function that leaves. */
  enter(wanted: PairWanted): () => void
  /** Another URI, at the earliest 1 s after the last was asked for. */
  retry(): void
  /** The visitor was sent to a wallet on this device with the URI of now. */
  opened(): void
  /** Gives every URI up; what a wallet answers later counts for nothing. */
  cancel(): void
  /**
   * Waits for a wallet without a view; the URI is there when `machine` says `ready`.
   * @throws LatchkeyError CONNECTION_REJECTED, APKT004 (no wallet answered in time), MODAL_CLOSED (aborted), or what the relay
   * refused.
   */
  connect(options: PairWanted & { readonly signal?: AbortSignal | undefined }): Promise<Connection>
}
