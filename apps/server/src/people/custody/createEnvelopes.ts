import { randomBytes } from 'node:crypto'
import type { ClosedColumns } from './tables.ts'
import { closeWith, openWith } from './vault/closeWith.ts'
import type { KeyPurpose, KeyVault } from './vault/vault.ts'

/** Encrypts stored rows: each under its own key, and that one under the vault's (reference §2.3). */
export interface Envelopes {
  /** `about` names the row: moved to another row, the content does not decrypt. */
  close(purpose: KeyPurpose, content: Uint8Array, about: readonly unknown[]): Promise<ClosedColumns>
  /** @throws VaultError, or Error when the row was tampered with. */
  open(purpose: KeyPurpose, row: ClosedColumns, about: readonly unknown[]): Promise<Uint8Array>
  /** The same content under the vault's newest key. @throws VaultError */
  rewrap(purpose: KeyPurpose, row: ClosedColumns): Promise<Pick<ClosedColumns, 'kek' | 'dek'>>
}

export function createEnvelopes(deps: {
  readonly vault: KeyVault
  /** Told of each opening, to be counted and watched (T84). */
  readonly onOpen?: ((purpose: KeyPurpose) => void) | undefined
}): Envelopes {
  const { vault, onOpen } = deps
  return {
    async close(purpose, content, about) {
      const key = randomBytes(32)
      const { kek, wrapped } = await vault.wrap(purpose, key)
      const box = closeWith(key, content, JSON.stringify(about))
      key.fill(0)
      return { kek, dek: wrapped, box }
    },
    async open(purpose, { kek, dek, box }, about) {
      onOpen?.(purpose)
      const key = await vault.unwrap(purpose, { kek, wrapped: dek })
      try {
        return openWith(key, box, JSON.stringify(about))
      } finally {
        key.fill(0)
      }
    },
    async rewrap(purpose, { kek, dek }) {
      const key = await vault.unwrap(purpose, { kek, wrapped: dek })
      const again = await vault.wrap(purpose, key)
      key.fill(0)
      return { kek: again.kek, dek: again.wrapped }
    },
  }
}
