/** Signatures over texts: BIP-322 "simple", and the recoverable ECDSA of old wallets (BIP-137). */
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { base64, hex } from '@scure/base'
import { type BitcoinKey, hash160, joinBytes, taggedHash } from './bitcoinKeys.ts'

const sighashAll = 1
const zeros = (length: number) => new Uint8Array(length)
const doubled = (...parts: readonly Uint8Array[]) => sha256(sha256(joinBytes(...parts)))

/** The witness of the virtual transaction that BIP-322 makes of a text and an address, in base64. */
export function signBip322(key: BitcoinKey, message: string): string {
  const spent = toSpend(key.script, message)
  return base64.encode(withLengths(key.type === 'p2tr' ? [signTaproot(key, spent)] : signSegwit(key, spent)))
}

/** A signature that its key can be recovered from, with the header of the address's kind, in base64. */
export function signBip137(key: BitcoinKey, message: string): string {
  const text = new TextEncoder().encode(message)
  const hash = doubled(sized(new TextEncoder().encode('Bitcoin Signed Message:\n')), sized(text))
  const [recovery = 0, ...rest] = secp256k1.sign(hash, key.secret, { prehash: false, format: 'recovered' })
  const header = { p2pkh: 31, p2sh: 35, p2wpkh: 39, p2tr: 39 }[key.type]
  return base64.encode(Uint8Array.of(header + recovery, ...rest))
}

/** The id of the transaction that is spent, in the order of bytes that inputs have it. */
function toSpend(script: Uint8Array, message: string): Uint8Array {
  const hash = taggedHash('BIP0322-signed-message', new TextEncoder().encode(message))
  return doubled(
    zeros(4),
    Uint8Array.of(1),
    zeros(32),
    hex.decode('ffffffff'),
    sized(joinBytes(Uint8Array.of(0, 32), hash)),
    zeros(4),
    Uint8Array.of(1),
    zeros(8),
    sized(script),
    zeros(4),
  )
}

/** One output of no value that says `OP_RETURN`. */
const output = joinBytes(zeros(8), Uint8Array.of(1, 0x6a))

/** BIP-143, also of a key inside a script hash. */
function signSegwit({ secret, type }: BitcoinKey, spent: Uint8Array): readonly Uint8Array[] {
  if (type === 'p2pkh') throw new TypeError('This wallet signs BIP-322 for segwit addresses.')
  const key = secp256k1.getPublicKey(secret, true)
  const point = joinBytes(spent, zeros(4))
  const code = joinBytes(Uint8Array.of(0x76, 0xa9, 20), hash160(key), Uint8Array.of(0x88, 0xac))
  const hash = doubled(
    zeros(4),
    doubled(point),
    doubled(zeros(4)),
    point,
    sized(code),
    zeros(8),
    zeros(4),
    doubled(output),
    zeros(4),
    Uint8Array.of(sighashAll, 0, 0, 0),
  )
  const signature = secp256k1.sign(hash, secret, { prehash: false, lowS: true, format: 'der' })
  return [joinBytes(signature, Uint8Array.of(sighashAll)), key]
}

/** BIP-341 by the key, with the default sighash. */
function signTaproot({ secret, script }: BitcoinKey, spent: Uint8Array): Uint8Array {
  const hash = taggedHash(
    'TapSighash',
    zeros(1),
    zeros(1),
    zeros(4),
    zeros(4),
    sha256(joinBytes(spent, zeros(4))),
    sha256(zeros(8)),
    sha256(sized(script)),
    sha256(zeros(4)),
    sha256(output),
    zeros(1),
    zeros(4),
  )
  return schnorr.sign(hash, secret, zeros(32))
}

function withLengths(items: readonly Uint8Array[]): Uint8Array {
  return joinBytes(Uint8Array.of(items.length), ...items.map(sized))
}

/** With its length before it, as transactions have it. */
function sized(bytes: Uint8Array): Uint8Array {
  const { length } = bytes
  const head = length < 0xfd ? [length] : [0xfd, length & 0xff, length >> 8]
  return joinBytes(Uint8Array.from(head), bytes)
}
