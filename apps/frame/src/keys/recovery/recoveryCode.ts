import { type Bytes, randomBytes, toBytes } from '../bytes.ts'
import { KeysError } from '../keysError.ts'
import { sealingKey } from '../sealed.ts'

const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** Characters of five bits: 130 in all. */
const length = 26
/** How it is written, so that it can be read aloud and typed: 5-5-5-5-6. */
const groups = [5, 5, 5, 5, 6] as const

/** A code of 130 random bits in Crockford's alphabet, in groups: `7K2M9-…`. */
export function makeRecoveryCode(): string {
  // 256 is a multiple of 32: each letter is as likely as the next.
  return formatRecoveryCode(Array.from(randomBytes(length), byte => letters.charAt(byte & 31)).join(''))
}

/**
 * Normalizes a typed code: capitals or not, with or without hyphens and spaces, I and L for 1, O for 0.
 * @throws KeysError `text` when it is no code.
 */
export function readRecoveryCode(text: string): string {
  if (text.length > 200) throw new KeysError('text')
  const plain = text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s‐-―−_.-]/g, '')
    .replace(/[IL]/g, '1')
    .replace(/O/g, '0')
  if (plain.length !== length || ![...plain].every(letter => letters.includes(letter)))
    throw new KeysError('text')
  return plain
}

/** The groups of a code; the visitor types two of them to show that they wrote it down. */
export function groupsOfCode(code: string): readonly string[] {
  const plain = readRecoveryCode(code)
  let at = 0
  return groups.map(size => {
    at += size
    return plain.slice(at - size, at)
  })
}

function formatRecoveryCode(plain: string): string {
  return groupsOfCode(plain).join('-')
}

/** Derives the encryption key of a code. @throws KeysError `text` */
export function keyOfCode(code: string, account: string): Promise<CryptoKey> {
  return sealingKey(bytesOfCode(code), 'recovery code', account)
}

/** The bytes that a code stands for in every derivation: its letters, however they were typed. */
export function bytesOfCode(code: string): Bytes {
  return toBytes(readRecoveryCode(code))
}
