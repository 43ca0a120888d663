/** The reason why a key could not be opened or used. */
export type KeysErrorCode =
  /** The key shares do not make the committed key: nothing was signed with their result (T77). */
  | 'mismatch'
  /** The secret is another one, or the encrypted record was changed. */
  | 'secret'
  /** The stored record has the form of a later release, or an invalid one. */
  | 'form'
  /** This device has no key share: recover the key. */
  | 'recover'
  /** There is a key for the account already. */
  | 'exists'
  /** The services are in another custody mode than this page was built for, and nothing of theirs is used (S4). */
  | 'mode'
  /** The text is no valid recovery code, recovery phrase or password. */
  | 'text'

export class KeysError extends Error {
  override readonly name = 'KeysError'
  readonly code: KeysErrorCode

  constructor(code: KeysErrorCode, message: string = code) {
    super(message)
    this.code = code
  }
}
