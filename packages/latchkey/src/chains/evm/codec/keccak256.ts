/**
 * Keccak-256 as Ethereum uses it (the padding of before FIPS 202). Public texts only: it is there for checksums of
 * addresses, not for secrets, and takes a fifth of what a library of hashes does (docs/decisions/018).
 */

/** Bytes taken in at once. */
const rate = 136

/** The 32 bytes of the hash. */
export function keccak256(data: Uint8Array): Uint8Array {
  const padded = new Uint8Array((Math.floor(data.length / rate) + 1) * rate)
  padded.set(data)
  padded[data.length] = 1
  padded[padded.length - 1] = (padded.at(-1) ?? 0) | 0x80
  const words = new DataView(padded.buffer)
  const state = new Uint32Array(50)
  for (let block = 0; block < padded.length; block += rate) {
    for (let at = 0; at < rate / 4; at++) xor(state, at, words.getUint32(block + at * 4, true))
    permute(state)
  }
  const hash = new DataView(new ArrayBuffer(32))
  for (let at = 0; at < 8; at++) hash.setUint32(at * 4, state[at] ?? 0, true)
  return new Uint8Array(hash.buffer)
}

/** Keccak-f[1600]: 25 lanes of 64 bits, each as two words, the lower one first. */
function permute(state: Uint32Array): void {
  const columns = new Uint32Array(10)
  const word = (words: Uint32Array, at: number) => words[at] ?? 0
  let feedback = 1
  for (let round = 0; round < 24; round++) {
    // θ: each lane with the parity of two columns.
    for (let at = 0; at < 10; at++) {
      let parity = 0
      for (let row = 0; row < 50; row += 10) parity ^= word(state, at + row)
      columns[at] = parity
    }
    for (let x = 0; x < 10; x += 2) {
      const [low, high] = turn(word(columns, (x + 2) % 10), word(columns, (x + 3) % 10), 1)
      for (let row = 0; row < 50; row += 10) {
        xor(state, x + row, word(columns, (x + 8) % 10) ^ low)
        xor(state, x + row + 1, word(columns, (x + 9) % 10) ^ high)
      }
    }
    // ρ and π: lanes turned, each into the place of the next.
    let [x, y] = [1, 0]
    let lane: readonly [number, number] = [word(state, 2), word(state, 3)]
    for (let step = 0; step < 24; step++) {
      ;[x, y] = [y, (2 * x + 3 * y) % 5]
      const at = 2 * x + 10 * y
      const turned = turn(...lane, (((step + 1) * (step + 2)) / 2) % 64)
      lane = [word(state, at), word(state, at + 1)]
      state.set(turned, at)
    }
    // χ: the only step that is not linear, along the rows.
    for (let row = 0; row < 50; row += 10) {
      columns.set(state.subarray(row, row + 10))
      for (let at = 0; at < 10; at++) {
        xor(state, row + at, ~word(columns, (at + 2) % 10) & word(columns, (at + 4) % 10))
      }
    }
    // ι: the round's constant, bit by bit from a feedback register.
    for (let bit = 0; bit < 7; bit++) {
      const place = (1 << bit) - 1
      if (feedback & 1) xor(state, place >> 5, 1 << place)
      feedback = (feedback << 1) ^ ((feedback >> 7) * 0x171)
    }
  }
}

/** A lane turned left by 0 to 63 bits. */
function turn(low: number, high: number, by: number): [number, number] {
  if (by >= 32) return turn(high, low, by - 32)
  if (by === 0) return [low, high]
  return [(low << by) | (high >>> (32 - by)), (high << by) | (low >>> (32 - by))]
}

function xor(words: Uint32Array, at: number, other: number): void {
  words[at] = (words[at] ?? 0) ^ other
}
