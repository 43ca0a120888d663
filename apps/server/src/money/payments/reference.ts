import { randomBytes } from 'node:crypto'

/** How every reference begins ("lkpay:"), so that it is found in any calldata without asking for each of its bytes. */
const tag = '6c6b7061793a'
/** Hex digits. */
const length = 64
/** Transactions that name more payments than these are read no further. */
const most = 16

/** A new reference: 32 bytes, of which 26 are random. */
export function makeReference(): string {
  return `0x${tag}${randomBytes(length / 2 - tag.length / 2).toString('hex')}`
}

/**
 * The references in a transaction's calldata, wherever they stand: after a transfer's arguments, in a call of a batch, or as
 * the nonce of an authorization.
 */
export function referencesIn(input: string): readonly string[] {
  const text = input.toLowerCase()
  const found = new Set<string>()
  for (let at = text.indexOf(tag); at !== -1 && found.size < most; at = text.indexOf(tag, at + 1)) {
    const reference = text.slice(at, at + length)
    if (at % 2 === 0 && reference.length === length) found.add(`0x${reference}`)
  }
  return [...found]
}
