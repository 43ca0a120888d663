/**
 * A number times a point of secp256k1, where both are public: recovering a signer spends most of its time here, and this
 * takes half of the library's. Jacobian coordinates, the curve's endomorphism (GLV) and signed windows of five bits.
 */

const p = 0xfffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2fn
const n = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
const beta = 0x7ae96a2b657c07106e64479eac3434e99cf0497512f58995c1396c28719501een
// The short basis of the lattice that the endomorphism has: (a, -b), (c, a).
const a = 0x3086d221a7d46bcde86c90e49284eb15n
const b = 0xe4437ed6010e88286f547fa90abfe4c3n
const c = 0x114ca50f7a8e2f3f657c1108d9d44cfd8n

type Jacobian = readonly [x: bigint, y: bigint, z: bigint]

/** The product as Jacobian coordinates; undefined in the cases that its formulas leave out, which a library has to decide. */
export function multiplyPoint(
  point: { readonly x: bigint; readonly y: bigint },
  scalar: bigint,
): Jacobian | undefined {
  const [first, second] = split(scalar)
  const table = oddMultiples([point.x, point.y, 1n])
  if (!table) return undefined
  const turned = table.map(([x, y, z]): Jacobian => [(x * beta) % p, y, z])
  const [digits, others] = [toDigits(first), toDigits(second)]
  let sum: Jacobian | undefined
  for (let at = Math.max(digits.length, others.length) - 1; at >= 0; at--) {
    if (sum) sum = double(sum)
    for (const [digit, from] of [
      [digits[at] ?? 0, table],
      [others[at] ?? 0, turned],
    ] as const) {
      const multiple = from[(Math.abs(digit) - 1) >> 1]
      if (digit === 0 || !multiple) continue
      const [x, y, z] = multiple
      const term: Jacobian = digit < 0 ? [x, p - y, z] : multiple
      sum = sum ? add(sum, term) : [x, term[1], z]
      if (!sum) return undefined
    }
  }
  return sum && modulo(sum[2]) !== 0n ? [modulo(sum[0]), modulo(sum[1]), modulo(sum[2])] : undefined
}

/** Two numbers of half the length that stand for the one. */
function split(k: bigint): readonly [bigint, bigint] {
  const round = (value: bigint) => (value + n / 2n) / n
  const [q, r] = [round(a * k), round(b * k)]
  return [k - q * a - r * c, q * b - r * a]
}

/** 1, 3, 5 … 15 times the point. */
function oddMultiples(point: Jacobian): readonly Jacobian[] | undefined {
  const twice = double(point)
  const table = [point]
  for (let at = 1; at < 8; at++) {
    const next = add(table[at - 1] ?? point, twice)
    if (!next) return undefined
    table.push(next)
  }
  return table
}

/** Digits of weight 2^i, lowest first: 0, or odd and below 16, with four zeros after each; their signs include the number's. */
function toDigits(k: bigint): readonly number[] {
  const sign = k < 0n ? -1 : 1
  const text = (k < 0n ? -k : k).toString(2)
  const bit = (at: number) => (text.charCodeAt(text.length - 1 - at) === 49 ? 1 : 0)
  const digits: number[] = []
  let carry = 0
  for (let at = 0; at < text.length || carry > 0; ) {
    if ((bit(at) + carry) % 2 === 0) {
      carry = (bit(at) + carry) >> 1
      digits.push(0)
      at += 1
      continue
    }
    let digit = carry
    for (let each = 0; each < 5; each++) digit += bit(at + each) << each
    carry = digit > 16 ? 1 : 0
    digits.push(sign * (carry > 0 ? digit - 32 : digit), 0, 0, 0, 0)
    at += 5
  }
  return digits
}

function modulo(value: bigint): bigint {
  const rest = value % p
  return rest < 0n ? rest + p : rest
}

function double([x, y, z]: Jacobian): Jacobian {
  const xx = (x * x) % p
  const yy = (y * y) % p
  const yyyy = (yy * yy) % p
  const s = (4n * x * yy) % p
  const m = 3n * xx
  const x3 = (m * m - 2n * s) % p
  return [x3, (m * (s - x3) - 8n * yyyy) % p, (2n * y * z) % p]
}

/** Undefined where the points are the same, or each other's opposite. */
function add([x1, y1, z1]: Jacobian, [x2, y2, z2]: Jacobian): Jacobian | undefined {
  const zz1 = (z1 * z1) % p
  const zz2 = (z2 * z2) % p
  const u1 = (x1 * zz2) % p
  const h = (x2 * zz1 - u1) % p
  if (h === 0n) return undefined
  const s1 = (((y1 * zz2) % p) * z2) % p
  const r = ((((y2 * zz1) % p) * z1) % p) - s1
  const hh = (h * h) % p
  const hhh = (h * hh) % p
  const v = (u1 * hh) % p
  const x3 = (r * r - hhh - 2n * v) % p
  return [x3, (r * (v - x3) - s1 * hhh) % p, (((z1 * z2) % p) * h) % p]
}
