import type { WaitingKind } from 'latchkey/services'

/** The tables of the login room; `migration.ts` makes them. Times are milliseconds since 1970. */
export interface LoginTables {
  /** A person's account: an id of ours, whatever they are known by. */
  login_accounts: {
    id: string
    created_at: number
    /** Until then the key is not shown, and what recovers it does not change (T45). */
    frozen_until: number
  }
  /** What accounts are known by. */
  login_identities: {
    kind: string
    /** Who says so; `email` of an address. */
    issuer: string
    /** Whom that names; of an address what it is counted by. */
    subject: string
    account_id: string
    /** The visitor's proven address. */
    email: string | null
    label: string | null
    name: string | null
    created_at: number
  }
  /** Browsers that an account was logged in with, each by its key. */
  login_devices: {
    account_id: string
    /** Thumbprint of its key. */
    device: string
    name: string | null
    page: string
    created_at: number
    seen_at: number
  }
  /** Passkeys that log in; each is an identity of its account as well. */
  login_passkeys: {
    /** Its id, base64url. */
    credential: string
    account_id: string
    /** COSE. */
    public_key: Uint8Array
    counter: number
    label: string | null
    /** 0 or 1. */
    is_synced: number
    created_at: number
    used_at: number | null
  }
  login_sessions: {
    id: string
    project_id: string
    account_id: string
    device: string
    provider: string
    /** Of the passkey that it was begun by; null where it was none, or is not known. */
    credential: string | null
    proved_by: string
    /** When the person last proved who they are. */
    proved_at: number
    /** Digests; what they are of is with the device alone. */
    token_mac: string
    refresh_mac: string
    /** The refresh that was given for the current ones; it counts until one of them was used (T56). */
    last_refresh_mac: string | null
    /** 0 or 1: whether the token was used. */
    is_used: number
    token_until: number
    refresh_until: number
    ends_at: number
  }
  /** Logins that were begun by an address. */
  login_flows: {
    flow: string
    project_id: string
    device: string
    page: string
    /** As it was typed. */
    email: string
    /** What it is counted by. */
    identity: string
    /** Digest of the link that was sent; null where none was needed. */
    link_mac: string | null
    /** `open`, `approved` or `denied`. */
    state: string
    /** The code that was sent, in `signin_flows`. */
    code_flow: string | null
    match_number: string
    browser: string | null
    created_at: number
    expires_at: number
  }
  /** Counts for an address across all projects. */
  login_addresses: {
    address_mac: string
    day_at: number
    sent: number
    /** Wrong guesses since `day_at` (T40). */
    fails: number
    /** The owner refused a login: no mail before this time. */
    denied_until: number
  }
  /** Changes of an address that were begun. */
  login_changes: {
    change_id: string
    account_id: string
    project_id: string
    device: string
    page: string
    /** `primary`, `secondary`, and `waiting` without the key; of one whose old mailbox is lost `lost`, then `deferred`. */
    step: string
    /** The address as it was when it began; null of an account that had none. */
    old_email: string | null
    old_identity: string | null
    new_email: string
    new_identity: string
    code_flow: string
    /** Digest of the link that takes it back; of a deferred one alone. */
    undo_mac: string | null
    created_at: number
    expires_at: number
  }
  /** Changes that a device without the key began: each takes effect at its time, unless it is stopped before. */
  login_waiting: {
    id: string
    account_id: string
    project_id: string
    kind: WaitingKind
    /** Thumbprint of a device, id of a passkey, name of a provider, id of a change of address; else empty. */
    subject: string
    label: string | null
    /** Of the session that began it, and its device. */
    session: string
    device: string
    browser: string | null
    page: string
    /** Digests of the links that stop it: in the first mail, and in the one of the day before. */
    link_mac: string
    reminder_mac: string | null
    /** `waiting`, `done`, `stopped`, or `failed` where it could not be made any more. */
    state: string
    begun_at: number
    effect_at: number
    /** Once the first mail went out, and the second. */
    told_at: number | null
    reminded_at: number | null
    ended_at: number | null
  }
  /** Changes that can still be taken back. */
  login_undos: {
    link_mac: string
    account_id: string
    old_email: string
    old_identity: string
    new_email: string
    created_at: number
    expires_at: number
    undone_at: number | null
  }
}
