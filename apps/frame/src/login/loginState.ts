import type { LoginCodeForm, LoginUser, RecoveryKind } from 'latchkey/services'
import type { Addresses } from '../keys/derive/addressesOf.ts'

/** A mail was sent, and may be sent once more from `until` on (SPEC §5: 30 s). */
interface Mailed {
  readonly flow: string
  readonly email: string
  readonly form: LoginCodeForm
  /** Milliseconds since 1970. */
  readonly until: number
}

/** How far the visitor of this page is with logging in. */
export type LoginState =
  | { readonly at: 'out' }
  /** A link is in the mail; the page behind it shows the same two digits. */
  | ({ readonly at: 'device'; readonly match: string } & Mailed)
  | ({ readonly at: 'code' } & Mailed)
  /** The link was refused or expired, or the address is locked for now. */
  | { readonly at: 'ended'; readonly email: string }
  /**
   * Logged in; there is no key yet. `code` is what recovers it once there is; null where a login alone will. With
   * `hasPasskey` it is the passkey that was used to log in instead.
   */
  | {
      readonly at: 'create'
      readonly user: LoginUser
      readonly code: string | null
      readonly hasPasskey: boolean
    }
  /** Logged in; a key exists, and this browser has no share of it. */
  | { readonly at: 'recover'; readonly user: LoginUser; readonly ways: readonly RecoveryKind[] }
  /** This browser has just restored a wallet, which its visitor has to see before it is used. */
  | { readonly at: 'restored'; readonly user: LoginUser; readonly addresses: Addresses }
  | { readonly at: 'in'; readonly user: LoginUser }
