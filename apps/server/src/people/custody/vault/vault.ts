/** What a key of the vault closes: each kind of key share has keys of its own (reference §2.3). */
export const keyPurposes = ['device', 'recovery', 'password'] as const

export type KeyPurpose = (typeof keyPurposes)[number]

/** A row's key, closed by the vault's key of this id. */
export interface WrappedKey {
  readonly kek: string
  readonly wrapped: Uint8Array
}

/** A key of the vault as an operator sees it. */
export interface VaultKey {
  readonly id: string
  /** Milliseconds since 1970; absent when the vault does not say. */
  readonly createdAt?: number
}

/**
 * Keeps the keys that close the rows' keys, outside the database: a folder, the environment, or a key management system.
 * This is the interface to write for another one.
 */
export interface KeyVault {
  /** Closes a row's key under the purpose's newest key. @throws VaultError */
  wrap(purpose: KeyPurpose, key: Uint8Array): Promise<WrappedKey>
  /** @throws VaultError `gone` when there is no such key (any more), `broken` when it does not open this. */
  unwrap(purpose: KeyPurpose, wrapped: WrappedKey): Promise<Uint8Array>
  /** Id of the newest key. @throws VaultError */
  newest(purpose: KeyPurpose): Promise<string>
  /** Every key, oldest first. @throws VaultError */
  list(purpose: KeyPurpose): Promise<readonly VaultKey[]>
  /** Makes a key and lets it be the newest. @throws VaultError `fixed` where keys are made by hand. */
  add(purpose: KeyPurpose): Promise<string>
  /** Destroys a key: what it closed is noise from then on, in every backup. @throws VaultError */
  destroy(purpose: KeyPurpose, id: string): Promise<void>
}

/** What a vault refuses; its message names no key. */
export class VaultError extends Error {
  override readonly name = 'VaultError'
  readonly reason: 'gone' | 'broken' | 'fixed' | 'away'

  constructor(reason: VaultError['reason'], message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.reason = reason
  }
}
