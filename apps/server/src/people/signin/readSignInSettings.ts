import type { KeyObject } from 'node:crypto'
import { flag, type Reader, type ReadVariable, Wrong, wholeNumber } from '../../core/settings/readers.ts'
import { attestationKey } from '../attestation/readAttestationSettings.ts'

export interface SignInSettings {
  /**
   * Signs sessions and proofs, and derives the secrets of nonces and codes; stored in the data folder when there is
   * neither key nor file.
   */
  readonly key: KeyObject | undefined
  readonly keyFile: string | undefined
  /** The base URLs under which pages call the services; empty: what a request itself says. */
  readonly publicUrls: readonly string[]
  /** Messages with codes that one project may cause in a day, for devices that are not known yet. */
  readonly codesPerDay: number
  /** Addresses to which one client may have codes sent in an hour. */
  readonly addressesPerHour: number
  /** Wrong guesses at the codes of a project and feature in an hour, after which the breaker slows them (T40, S6). */
  readonly failsPerHour: number
  /**
   * Wrong guesses at the codes of a project and feature in 24 hours, after which codes of six digits get eight (T40): in
   * millionths, the chance that any of a day's guesses is right.
   */
  readonly shortFailsPerDay: number
  /** Nodes of a chain that have to agree on a contract account's word (T30). */
  readonly quorum: number
  /** Whether a signed memo transaction counts as a signed text, for solana accounts on devices that sign transactions only. */
  readonly acceptTransactions: boolean
}

export function readSignInSettings(read: ReadVariable): SignInSettings {
  return {
    key: read<KeyObject | undefined>('SIGNIN_KEY', undefined, attestationKey),
    keyFile: read<string | undefined>('SIGNIN_KEY_FILE', undefined, text => text),
    publicUrls: read<readonly string[]>('PUBLIC_URLS', [], publicUrls),
    codesPerDay: read('EMAIL_CODES_PER_DAY', 5_000, wholeNumber(1, 100_000_000)),
    addressesPerHour: read('EMAIL_ADDRESSES_PER_HOUR', 20, wholeNumber(1, 1_000_000)),
    failsPerHour: read('EMAIL_FAILS_PER_HOUR', 2_000, wholeNumber(1, 100_000_000)),
    shortFailsPerDay: read('EMAIL_SHORT_FAILS_PER_DAY', 500, wholeNumber(0, 1_000_000)),
    quorum: read('SIGNIN_QUORUM', 1, wholeNumber(1, 10)),
    acceptTransactions: read('SIGNIN_TRANSACTIONS', false, flag),
  }
}

const publicUrls: Reader<readonly string[]> = text =>
  text.split(',').map(part => {
    const url = part.trim().replace(/\/+$/, '')
    const isBase =
      URL.canParse(url) && /^https?:\/\/[^?#@]+$/.test(url) && new URL(url).href.replace(/\/$/, '') === url
    if (!isBase) throw new Wrong('must list URLs such as https://api.example.com, separated by commas')
    return url
  })
