import { limits } from '../../../contract/limits.ts'
import type { StoredKey } from '../../base/stored.ts'
import type { PairWanted } from './pairFlow.ts'

/** A pairing that a wallet may still answer: phones throw pages away while their visitor is in the wallet. */
export interface AwaitedPairing extends PairWanted {
  /** Of the URI of now and the one before. */
  readonly topics: readonly string[]
}

/** `@latchkey/<id>/pairing`, for as long as a proposal counts. Topics reveal nothing; keys are not stored here. */
export const awaitedPairing: StoredKey<AwaitedPairing> = {
  name: 'pairing',
  version: 1,
  // Who scanned in the last second has a minute to decide.
  lifetime: limits.pairingExpiry + 60_000,
  // `resumePairing` checks it: every page reads this key, and almost none finds a value.
  parse: data => data as AwaitedPairing,
}
