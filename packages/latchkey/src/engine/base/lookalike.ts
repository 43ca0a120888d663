import { isSameAddress } from '../../contract/isSameAddress.ts'

/**
 * How many characters at either end are compared: fewer than the short form of an address shows, since people look at
 * fewer than are shown, and attackers match what people look at (T63).
 */
const start = 4
const end = 4

/**
 * Returns the known address that a different one can be mistaken for: the same first 4 and last 4 characters, `0x`
 * included, in any case (T63). Undefined for an address that is known itself.
 */
export function looksAlike(address: string, known: Iterable<string>): string | undefined {
  const ends = addressEnds(address)
  let alike: string | undefined
  for (const other of known) {
    if (isSameAddress(address, other)) return undefined
    if (addressEnds(other) === ends) alike ??= other
  }
  return alike
}

/** What of an address is compared: two addresses are alike when these are equal. */
export function addressEnds(address: string): string {
  return `${address.slice(0, start)} ${address.slice(-end)}`.toLowerCase()
}
