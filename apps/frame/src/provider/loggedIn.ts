import type { SignedThing } from 'latchkey/services'
import type { Addresses } from '../keys/derive/addressesOf.ts'
import type { AccountType } from '../login/accountTypes.ts'

/** The logged-in visitor, as the provider needs them; created by `login/` and given to the frame as `frame.login`. */
export interface LoggedIn {
  /** The account's id at the services. */
  readonly account: string
  readonly addresses: Addresses
  /** The type of account that the wallet was made with; absent: `eoa`. */
  readonly accountType?: AccountType
  /** Whether it was left alone for so long that its visitor has to show first that it is them (T79). */
  isLocked(): Promise<boolean>
  /** Its visitor does something here: it stays open, if it was. */
  touch(): Promise<void>
  /**
   * Has the key for one thing that its person approved: `keys/withKey` for the purpose `sign`, with the login's
   * context bound to it.
   * @throws KeysError, CustodyRefusal; LatchkeyError with 4100 while it is locked
   */
  withKey<T>(
    /** SHA-256, hexadecimal, of the bytes that were approved and are signed. */
    request: string,
    use: (entropy: Uint8Array, addresses: Addresses) => Promise<T>,
    /** Those bytes, for services that ask for them. */
    signed?: SignedThing,
  ): Promise<T>
}
