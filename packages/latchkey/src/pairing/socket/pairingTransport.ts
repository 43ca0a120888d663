/** Everything below the session protocol, as `openTransport` hands it out. */
import type { PairingCrypto } from '../crypto/pairingCrypto.ts'
import type { PairingStore } from '../store/pairingStore.ts'
import type { RelayLink } from './relayLink.ts'

/** A transport to the relay: cryptography, storage and the connection, shared by the tabs of a page. */
export interface PairingTransport {
  readonly crypto: PairingCrypto
  readonly store: PairingStore
  readonly link: RelayLink
  /**
   * Calls `run` once the wall clock has reached `time` (ms since the epoch), late by at most a heartbeat of 5 s, also
   * after the machine slept (F35); the answer cancels.
   */
  at(time: number, run: () => void): () => void
  /**
   * What the services say to a wallet of the page that made this message; undefined where they are not asked or did not
   * answer in time. Throws nothing (T94).
   */
  readonly attest?: ((message: string) => Promise<string | undefined>) | undefined
  close(): void
}
