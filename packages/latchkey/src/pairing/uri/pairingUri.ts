/** A pairing URI (`wc:…`) as parts; see `formatPairingUri` and `parsePairingUri` (T92). */
export interface PairingUri {
  /** 64 hex characters. */
  readonly topic: string
  /** 64 hex characters. */
  readonly symKey: string
  /** Milliseconds since the epoch; absent when the URI does not say. */
  readonly expiry?: number
  /** What a wallet may be asked at once, such as `wc_sessionAuthenticate`. */
  readonly methods?: readonly string[]
}
