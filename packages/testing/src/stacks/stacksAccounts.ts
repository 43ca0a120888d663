import { secp256k1 } from '@noble/curves/secp256k1.js'
import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'

/** The network that a simulated wallet of Stacks is on. */
export type StacksNetworkName = 'mainnet' | 'testnet'

/** An account of a simulated wallet of Stacks. */
export interface StacksTestAccount {
  /** The address on mainnet. */
  readonly address: string
  /** The address on test networks. */
  readonly testnetAddress: string
  /** Compressed, in hex. */
  readonly publicKey: string
  /** The 32 bytes of its key, as numbers. */
  readonly seed: readonly number[]
}

const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** The account of a seed. @throws TypeError for one that is not 32 bytes. */
export function stacksAccountOf(seed: readonly number[]): StacksTestAccount {
  if (seed.length !== 32 || seed.some(byte => !Number.isInteger(byte) || byte < 0 || byte > 255))
    throw new TypeError('A seed is 32 bytes.')
  const key = secp256k1.getPublicKey(Uint8Array.from(seed))
  const hash = ripemd160(sha256(key))
  return {
    address: writeAddress(22, hash),
    testnetAddress: writeAddress(26, hash),
    publicKey: bytesToHex(key),
    seed,
  }
}

/** Three accounts, whose seeds are all ones, all twos and all threes. Their keys are public: for tests only. */
export const stacksTestAccounts: readonly StacksTestAccount[] = [1, 2, 3].map(byte =>
  stacksAccountOf(Array.from({ length: 32 }, () => byte)),
)

/** c32check by long division. */
function writeAddress(version: number, hash: Uint8Array): string {
  const sum = sha256(sha256(concatBytes(Uint8Array.of(version), hash))).subarray(0, 4)
  const bytes = concatBytes(hash, sum)
  let rest = BigInt(`0x${bytesToHex(bytes)}`)
  let text = ''
  for (; rest > 0n; rest /= 32n) text = digits.charAt(Number(rest % 32n)) + text
  for (const byte of bytes) {
    if (byte !== 0) break
    text = `0${text}`
  }
  return `S${digits.charAt(version)}${text}`
}

/** Signs a text as wallets of Stacks do: 65 bytes in hex, r, s and v. */
export function signStacksText({ seed }: StacksTestAccount, text: string): string {
  const bytes = utf8ToBytes(text)
  const { length } = bytes
  const size = length < 253 ? [length] : [253, length & 255, length >> 8]
  const signed = concatBytes(utf8ToBytes('\x17Stacks Signed Message:\n'), Uint8Array.from(size), bytes)
  const made = secp256k1.sign(sha256(signed), Uint8Array.from(seed), { prehash: false, format: 'recovered' })
  return bytesToHex(concatBytes(made.subarray(1), made.subarray(0, 1)))
}
