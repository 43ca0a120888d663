import { isSignedBy, signatureLength, suiAddressOf, suiKeys } from './suiKeys.ts'

const flag = 3
const mostKeys = 10

interface Part {
  readonly flag: number
  readonly bytes: Uint8Array
}

/** A signature of several keys (BCS `MultiSig`), as the chain reads it. */
interface Multisig {
  readonly signatures: readonly Part[]
  readonly keys: readonly (Part & { readonly weight: number })[]
  /** The places of the keys that signed, in the order of the signatures. */
  readonly signers: readonly number[]
  readonly threshold: number
}

/**
 * The address that several keys signed for; undefined where they did not. `unsupported` where one of them is no plain key: zkLogin and
 * passkeys have their own rules. `bytes` is what follows the flag.
 */
export function verifyMultisig(bytes: Uint8Array, digest: Uint8Array): string | 'unsupported' | undefined {
  const multisig = parseMultisig(bytes)
  if (!multisig || multisig === 'unsupported') return multisig
  const { signatures, keys, signers, threshold } = multisig
  let weight = 0
  for (const [at, signature] of signatures.entries()) {
    const key = keys[signers[at] ?? -1]
    if (!key || key.flag !== signature.flag || !isSignedBy(key.flag, signature.bytes, digest, key.bytes))
      return undefined
    weight += key.weight
  }
  if (weight < threshold) return undefined
  return suiAddressOf(
    Uint8Array.of(flag, threshold & 255, threshold >> 8),
    ...keys.flatMap(key => [Uint8Array.of(key.flag), key.bytes, Uint8Array.of(key.weight)]),
  )
}

function parseMultisig(bytes: Uint8Array): Multisig | 'unsupported' | undefined {
  let at = 0
  const take = (length: number): Uint8Array => {
    const part = bytes.subarray(at, at + length)
    at += length
    return part
  }
  const byte = (): number => take(1)[0] ?? 255
  const short = (): number => byte() + 256 * byte()
  const part = (lengthOf: (keys: (typeof suiKeys)[number]) => number): Part | undefined => {
    const flag = byte()
    const keys = suiKeys[flag]
    return keys && { flag, bytes: take(lengthOf(keys)) }
  }

  // Ten at most, so that a length is one byte.
  const count = byte()
  if (count < 1 || count > mostKeys) return undefined
  const signatures: Part[] = []
  while (signatures.length < count) {
    const signature = part(() => signatureLength)
    if (!signature) return 'unsupported'
    signatures.push(signature)
  }
  const bitmap = short()
  const keyCount = byte()
  if (keyCount < 1 || keyCount > mostKeys || bitmap >= 2 ** keyCount) return undefined
  const keys: (Part & { weight: number })[] = []
  while (keys.length < keyCount) {
    const key = part(({ keyLength }) => keyLength)
    if (!key) return 'unsupported'
    keys.push({ ...key, weight: byte() })
  }
  const threshold = short()
  // Ends where it says: no byte is missing and none is left over.
  if (at !== bytes.length) return undefined

  const signers = [...keys.keys()].filter(place => bitmap & (1 << place))
  const total = keys.reduce((sum, { weight }) => sum + weight, 0)
  const isSound =
    signers.length === signatures.length &&
    threshold > 0 &&
    threshold <= total &&
    keys.every(({ weight }) => weight > 0) &&
    new Set(keys.map(key => `${key.flag} ${key.bytes}`)).size === keys.length
  return isSound ? { signatures, keys, signers, threshold } : undefined
}
