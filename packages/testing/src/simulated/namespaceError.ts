/** What a simulated namespace rejects with; a number is a scripted code. */
export type NamespaceErrorCode = 'rejected' | 'busy' | 'offline' | 'unsupported' | number

const messages: Readonly<Record<string, string>> = {
  rejected: 'The user rejected the request.',
  busy: 'A request of this type is already pending.',
  offline: 'The wallet is disconnected.',
  unsupported: 'The wallet does not know this method.',
}

/** The error of a wallet of another namespace. */
export class NamespaceError extends Error {
  override readonly name = 'NamespaceError'
  readonly code: NamespaceErrorCode

  constructor(code: NamespaceErrorCode, message?: string) {
    super(message ?? messages[code] ?? `The wallet failed with code ${code}.`)
    this.code = code
  }
}
