/**
 * X25519 and Ed25519 for browsers without them; a chunk that others never fetch. Curve25519 is put together here of
 * noble's parts: its own module brings much that pairing has no use for, and the hash is the browser's.
 */
import { edwards } from '@noble/curves/abstract/edwards.js'
import { pow } from '@noble/curves/abstract/modular.js'
import { montgomery } from '@noble/curves/abstract/montgomery.js'
import { bytesToNumberLE, concatBytes, numberToBytesLE } from '@noble/curves/utils.js'

type Bytes = Uint8Array<ArrayBuffer>

/** SHA-512. */
export type Hash512 = (bytes: Bytes) => Promise<Bytes>

const p = 2n ** 255n - 19n
const n = 2n ** 252n + 27742317777372353535851937790883648493n

/** RFC 7748 §5 and RFC 8032 §5.1.5 clamp in the same way. */
function clamp(bytes: Uint8Array): Bytes {
  const clamped = Uint8Array.from(bytes)
  clamped[0] = (clamped[0] ?? 0) & 248
  clamped[31] = ((clamped[31] ?? 0) & 127) | 64
  return clamped
}

const x25519 = /* @__PURE__ */ montgomery({
  P: p,
  type: 'x25519',
  adjustScalarBytes: clamp,
  powPminus2: x => pow(x, p - 2n, p),
})

/** RFC 8032 §5.1. */
const Point = /* @__PURE__ */ edwards({
  p,
  n,
  h: 8n,
  a: p - 1n,
  d: 37095705934669439343138083508754565189542113879843219016388785533085940283555n,
  Gx: 15112221349535400772501151409588531511454012693041857206046113283949847762202n,
  Gy: 46316835694926478169428394003475163141307993866256225615783033603165251855960n,
})

/** RFC 8032 §5.1.5: what a seed stands for. */
async function expand(seed: Bytes, sha512: Hash512) {
  const hashed = await sha512(seed)
  const scalar = bytesToNumberLE(clamp(hashed.subarray(0, 32))) % n
  return { scalar, prefix: hashed.subarray(32), publicKey: Point.BASE.multiply(scalar).toBytes() }
}

export const fallbackCurves = {
  agreementKey: (secret: Bytes): Uint8Array => x25519.getPublicKey(secret),
  /** @throws Error when the other key is of low order. */
  agree: (secret: Bytes, peer: Uint8Array): Bytes => Uint8Array.from(x25519.getSharedSecret(secret, peer)),
  signingKey: async (seed: Bytes, sha512: Hash512): Promise<Uint8Array> =>
    (await expand(seed, sha512)).publicKey,
  /** RFC 8032 §5.1.6. */
  async sign(seed: Bytes, message: Uint8Array, sha512: Hash512): Promise<Uint8Array> {
    const { scalar, prefix, publicKey } = await expand(seed, sha512)
    const toScalar = async (...parts: readonly Uint8Array[]) =>
      bytesToNumberLE(await sha512(Uint8Array.from(concatBytes(...parts)))) % n
    const nonce = await toScalar(prefix, message)
    const point = Point.BASE.multiply(nonce).toBytes()
    const challenge = await toScalar(point, publicKey, message)
    return concatBytes(point, numberToBytesLE((nonce + challenge * scalar) % n, 32))
  },
}
