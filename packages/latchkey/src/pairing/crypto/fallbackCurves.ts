/**
 * X25519 and Ed25519 for browsers without them; a chunk that others never fetch. Curve25519 is put together here of
 * noble's parts: its own module brings much that pairing has no use for.
 */
import { eddsa, edwards } from '@noble/curves/abstract/edwards.js'
import { pow } from '@noble/curves/abstract/modular.js'
import { montgomery } from '@noble/curves/abstract/montgomery.js'
import { sha512 } from '@noble/hashes/sha2.js'

type Bytes = Uint8Array<ArrayBuffer>

function makeCurves() {
  const p = 2n ** 255n - 19n
  /** RFC 7748 §5 and RFC 8032 §5.1.5 clamp in the same way. */
  const adjustScalarBytes = (bytes: Uint8Array) => {
    bytes[0] = (bytes[0] ?? 0) & 248
    bytes[31] = ((bytes[31] ?? 0) & 127) | 64
    return Uint8Array.from(bytes)
  }
  const x25519 = montgomery({
    P: p,
    type: 'x25519',
    adjustScalarBytes,
    powPminus2: x => pow(x, p - 2n, p),
  })
  // RFC 8032 §5.1.
  const Point = edwards({
    p,
    n: 2n ** 252n + 27742317777372353535851937790883648493n,
    h: 8n,
    a: p - 1n,
    d: 37095705934669439343138083508754565189542113879843219016388785533085940283555n,
    Gx: 15112221349535400772501151409588531511454012693041857206046113283949847762202n,
    Gy: 46316835694926478169428394003475163141307993866256225615783033603165251855960n,
  })
  return { x25519, ed25519: eddsa(Point, sha512, { adjustScalarBytes }) }
}

const { x25519, ed25519 } = /* @__PURE__ */ makeCurves()

export const fallbackCurves = {
  agreementKey: (secret: Bytes): Uint8Array => x25519.getPublicKey(secret),
  /** @throws Error when the other key is of low order. */
  agree: (secret: Bytes, peer: Uint8Array): Bytes => Uint8Array.from(x25519.getSharedSecret(secret, peer)),
  signingKey: (seed: Bytes): Uint8Array => ed25519.getPublicKey(seed),
  sign: (seed: Bytes, message: Uint8Array): Uint8Array => ed25519.sign(message, seed),
}
