import type { AppContext } from '../../core/http/appTypes.ts'
import type { Project } from '../../core/http/project.ts'

/** Who asks, as login knows them by a session's token and a proof of the device's key for this very request. */
export interface CustodyCaller {
  /** Internal id of the account, never an address. */
  readonly accountId: string
  /** The device in login's registry. */
  readonly deviceId: string
  /** RFC 7638 thumbprint of the device's key; it names the device's key shares. */
  readonly deviceThumbprint: string
  /** Milliseconds since the person last proved who they are: by a code, a provider, a passkey. */
  readonly sessionAge: number
  /**
   * By what they did; `passkey` means with user verification. `newPasskey` is one that came to an account less than a day
   * ago, and proves no more than what it was added with (T80). `key` is the wallet's own key, on a device that recovered it.
   */
  readonly provedBy: 'email' | 'social' | 'passkey' | 'newPasskey' | 'key'
  /** Whether the account has a passkey that proves more than what it was added with (T82). */
  readonly hasPasskey: () => Promise<boolean>
  /** Marks the session's owner as proven now, by the wallet's key. */
  readonly proveByKey: () => Promise<void>
  /** For a day after a change of address, the key is not shown and its recovery stays unchanged (T45). */
  readonly isFrozen?: boolean
  /** The proof's claim `bh`: SHA-256, base64url, of `custodyBodyText` of the body; absent where the proof has none. */
  readonly bodyHash: string | undefined
  /** Names the proof (its `jti` with its key): custody lets each release one key share. */
  readonly proofId: string
}

/** Login's part: who a request is from. @throws RouteFault SIGN_IN_INVALID (401) or whatever login refuses with. */
export type Authorise = (c: AppContext, project: Project) => Promise<CustodyCaller>

/** Resolves the addresses of an account, for news about its key; login provides them. */
export interface AccountAddresses {
  /** Every address that is proven for the account; empty where it has none. */
  addressesOf(accountId: string): Promise<readonly string[]>
}
