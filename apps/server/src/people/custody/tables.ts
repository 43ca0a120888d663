/** The tables of the custody room; `migration.ts` makes them. Times are milliseconds since 1970. */

/**
 * A row encrypted under its own key (`dek`), which is encrypted under a key of the vault (`kek`) outside this database.
 */
export interface ClosedColumns {
  kek: string
  dek: Uint8Array
  box: Uint8Array
}

export interface CustodyTables {
  /** One key for each account; the key itself is nowhere. */
  custody_wallets: {
    account_id: string
    commit_mac: string
    /** Ed25519 public key whose private key derives from the wallet's key. */
    owner: string
    /** The type of account that it was made with; null: `eoa`. */
    account_type: string | null
    created_at: number
    /** Set once its key shares were deleted. */
    deleted_at: number | null
    /** From when on the key may be shown without a passkey, if that was asked for. */
    export_at: number | null
    /** When recovery key shares were released last: the fifth-last one first. 0: not yet. */
    released_1: number
    released_2: number
    released_3: number
    released_4: number
    released_5: number
  }
  /** The services' key shares of devices: the one that counts, and the next one during a refresh. */
  custody_pairs: ClosedColumns & {
    account_id: string
    /** Thumbprint of the device's key. */
    device: string
    /** Of the key share that counts. */
    epoch: number
    version: string
    /** Of the key share that the device has not said it has; its epoch is one more. */
    next_version: string | null
    next_kek: string | null
    next_dek: Uint8Array | null
    next_box: Uint8Array | null
    created_at: number
    used_at: number | null
  }
  /** The services' key shares of recovery factors, each of a splitting of its own. */
  custody_factors: ClosedColumns & {
    account_id: string
    factor: string
    kind: string
    label: string | null
    /** JSON text; no secret. */
    params: string
    /** JSON text of the visitor's key share, closed by a secret that only they have; null of kind `operator`. */
    sealed: string | null
    created_at: number
    used_at: number | null
  }
  /** The OPRF's key of an account, and how often it was tried. */
  custody_passwords: ClosedColumns & {
    account_id: string
    tries: number
  }
  /** The actions on key shares, and never the shares. */
  custody_audit: {
    /** Of a release: the digest of its proof, so that one proof releases once. */
    id: string
    at: number
    account_id: string
    device: string
    action: string
    detail: string
    /** Calls that the row stands for: of `refused` one row counts those of an account and a day, else 1. */
    count: number
  }
  /** The one change of its recovery for which a device's key share was released; deleted with that change. */
  custody_changes: {
    account_id: string
    device: string
    /** SHA-256, hexadecimal, of what the change is (`custodyChangeText`). */
    request: string
    at: number
  }
  /** Projects with a signing policy that an account came by: the policies of all of them hold for it. */
  custody_projects: {
    account_id: string
    project_id: string
  }
  /** Purposes for which the vault had a key: it is not replaced by a new one silently. */
  custody_vault_keys: {
    purpose: string
    noted_at: number
  }
}
