import type { LoginCodeForm, LoginUser, RecoveryKind } from 'latchkey/services'
import type { Addresses } from '../keys/derive/addressesOf.ts'
import type { Memory } from './memoryOf.ts'

/** A mail was sent, and may be sent once more from `until` on (SPEC §5: 30 s). */
interface Mailed {
  readonly flow: string
  readonly email: string
  readonly form: LoginCodeForm
  /** Milliseconds since 1970. */
  readonly until: number
}

/**
 * What it takes to make a key: `operator`, where a login alone recovers it; `passkey`, by the one that was used to log in;
 * `later`, nothing, for its visitor protects it afterwards; the others, a way back first, and why: the browser keeps the wallet
 * as long as this page (`page`) or until it is quit (`run`), or the login cannot prove its visitor later (`unproven`).
 */
export type KeyMaking = 'operator' | 'passkey' | 'later' | Exclude<Memory, 'lasting'> | 'unproven'

/** How far the visitor of this page is with logging in. */
export type LoginState =
  | { readonly at: 'out' }
  /** A link is in the mail; the page behind it shows the same two digits. */
  | ({ readonly at: 'device'; readonly match: string } & Mailed)
  | ({ readonly at: 'code' } & Mailed)
  /** The link was refused or expired, or the address is locked for now. */
  | { readonly at: 'ended'; readonly email: string }
  /** Logged in; there is no key yet. `by` says what it takes to make one. */
  | { readonly at: 'create'; readonly user: LoginUser; readonly by: KeyMaking }
  /** Logged in; a key exists, and this browser has no share of it. */
  | { readonly at: 'recover'; readonly user: LoginUser; readonly ways: readonly RecoveryKind[] }
  /** This browser has just restored a wallet, which its visitor has to see before it is used. */
  | {
      readonly at: 'restored'
      readonly user: LoginUser
      readonly addresses: Addresses
      /** The smart account's, where a network carries one. */
      readonly smart?: string
    }
  /** The wallet was just made, and nothing but this browser opens it: its visitor is asked once how to protect it. */
  | { readonly at: 'keep'; readonly user: LoginUser }
  | { readonly at: 'in'; readonly user: LoginUser }
  /** The visitor called the login off before their wallet was made, or opened here. */
  | { readonly at: 'cancelled'; readonly before: 'create' | 'recover'; readonly email: string | null }
