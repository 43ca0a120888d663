import type { postPasskeyLogin, postPasskeyRegister, RouteRequest } from 'latchkey/services'
import type { Bytes } from '../../keys/bytes.ts'

/** The data about a new passkey that the services receive; it contains no secret of the passkey. */
export type MadeCredential = RouteRequest<typeof postPasskeyRegister>['body']['credential']
/** The data about a used passkey that the services receive; it contains no secret of the passkey. */
export type UsedCredential = RouteRequest<typeof postPasskeyLogin>['body']['credential']

export interface MadePasskey {
  readonly credential: MadeCredential
  /** Of its PRF, where its device says it at once. */
  readonly secret: Bytes | undefined
  /** Whether using it gives a secret at all. */
  readonly canOpen: boolean
}

export interface UsedPasskey {
  readonly credential: UsedCredential
  /** Of its PRF; undefined where browser or device have none. */
  readonly secret: Bytes | undefined
}

/** What a passkey is made by. */
export interface MakeAsked {
  readonly challenge: string
  readonly rpId: string
  readonly user: { readonly id: string; readonly name: string }
  readonly algorithms: readonly number[]
  /** Those that the account has: their devices make no second one. */
  readonly others: readonly string[]
  /** What the PRF is asked. */
  readonly input: Bytes
}

/** Passkeys of this browser; a test gives its own. */
export interface PasskeyBrowser {
  readonly isSupported: boolean
  /** `ask` is called when it is about to be made: its challenge does not live long. @throws PasskeyError, whatever `ask` throws */
  make(ask: () => Promise<MakeAsked>): Promise<MadePasskey>
  /** @throws PasskeyError */
  use(asked: {
    readonly challenge: string
    /** That of the page's own origin unless given. */
    readonly rpId?: string
    /** Those that count, with what their PRFs are asked; empty: any. */
    readonly which: readonly { readonly credential: string; readonly input?: Bytes }[]
    readonly input: Bytes
  }): Promise<UsedPasskey>
}

/** Why a passkey was not made or used. */
export type PasskeyErrorCode =
  /** Its person left, or took too long; browsers do not say which, nor whether there is one. */
  | 'cancelled'
  /** This device holds one of the account's already. */
  | 'known'
  /** The browser has none, or not here. */
  | 'unsupported'
  /** It is one, but gives no secret (PRF): it opens no wallet. */
  | 'closed'
  /** The browser opened no window to make it in. */
  | 'blocked'

export class PasskeyError extends Error {
  override readonly name = 'PasskeyError'
  readonly code: PasskeyErrorCode

  constructor(code: PasskeyErrorCode, options?: ErrorOptions) {
    super(code, options)
    this.code = code
  }
}
