/** Why a key could not be had or used. */
export type KeysErrorCode =
  /** The key shares do not make the key that was committed to: nothing was signed with what they make (T77). */
  | 'mismatch'
  /** The secret is another one, or what it closed was changed. */
  | 'secret'
  /** What is stored has a form of a later release, or of none. */
  | 'form'
  /** This device has no key share of the key: recover it. */
  | 'recover'
  /** There is a key for the account already. */
  | 'exists'
  /** The text is no recovery code, no list of words. */
  | 'text'

export class KeysError extends Error {
  override readonly name = 'KeysError'
  readonly code: KeysErrorCode

  constructor(code: KeysErrorCode, message: string = code) {
    super(message)
    this.code = code
  }
}
