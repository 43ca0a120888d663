/** What outlives the page: one record per session, pairing, key and request, shared by all tabs (SPEC §3; F31–F33). */
import type { KeyPair, SymKey } from '../crypto/pairingCrypto.ts'
import type { Identity } from '../relayjwt/createIdentity.ts'

/** Secrets by exact key; encrypted under a key that cannot be read out, where the browser has WebCrypto. */
export interface Secrets<T> {
  get(id: string): Promise<T | undefined>
  set(id: string, value: T): Promise<void>
  delete(id: string): Promise<void>
}

/**
 * One kind of stored record. Reads are by exact key. A record that its parser refuses is quarantined and counts as
 * absent.
 */
export interface Records<T> {
  get(id: string): Promise<T | undefined>
  set(id: string, value: T): Promise<void>
  delete(id: string): Promise<void>
  /** Reads, changes and writes as one step that no other tab can come between; undefined deletes. */
  update(id: string, change: (value: T | undefined) => T | undefined): Promise<T | undefined>
  list(): Promise<readonly { readonly id: string; readonly value: T }[]>
}

/** How records of one kind are checked; give each kind to `records` once. */
export interface RecordKind<T> {
  /** One lower-case word, part of the stored key. */
  readonly name: string
  /**
   * undefined, or an error: not ours, set aside. A parser that has to be fetched first answers later; when it cannot be
   * had (CHUNK_FAILED) the record stays, and the read throws.
   */
  readonly parse: (value: unknown) => T | undefined | Promise<T | undefined>
  /** Default 1. */
  readonly version?: number
  /** From version n to n + 1, pure; index 0 lifts version 1. */
  readonly migrations?: readonly ((value: unknown) => unknown)[]
  /** Milliseconds since the epoch after which it is swept; undefined keeps it. */
  readonly expiry?: (value: T) => number | undefined
}

/** Who changed what, in this tab or another. */
export interface RecordChange {
  readonly kind: string
  readonly id: string
}

export interface PairingStore {
  readonly kind: 'indexeddb' | 'memory'
  /** Sym keys by topic. */
  readonly symKeys: Secrets<SymKey>
  /** X25519 keys by public key. */
  readonly keyPairs: Secrets<KeyPair>
  /** The Ed25519 keys by which the relay knows this browser, made with the first call. */
  identity(make: () => Promise<Identity>): Promise<Identity>
  /** Records of the session protocol: sessions, pending requests. */
  records<T>(kind: RecordKind<T>): Records<T>
  /** Whether there is a record of any of these kinds. */
  holds(kinds: readonly string[]): Promise<boolean>
  /** Whether a message was handled before. */
  hasSeen(topic: string, digest: string): Promise<boolean>
  /** Remembers it; the oldest of a topic are forgotten beyond a bound. */
  markSeen(topic: string, digest: string): Promise<void>
  /** Forgets everything that belongs to a topic: key and history. */
  dropTopic(topic: string): Promise<void>
  /**
   * Deletes the expired records of each kind that has an expiry, with those of their topics, and reports the changes. The
   * transport does so by itself, in the tab that leads.
   */
  sweep(): Promise<void>
  /** Hears changes made by other tabs. */
  onChange(listener: (change: RecordChange) => void): () => void
  close(): void
}
