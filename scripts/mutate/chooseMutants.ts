import type { Mutant } from './mutant.ts'

/** Which mutants to run: those whose id contains `only` (or one of several texts, by commas), and of these `sample` ones, drawn by `seed`. */
export function chooseMutants(
  all: readonly Mutant[],
  options: { readonly only?: string; readonly sample?: number; readonly seed: number },
): readonly Mutant[] {
  const { only = '', sample, seed } = options
  const named = all.filter(({ id }) => only.split(',').some(text => id.includes(text)))
  if (sample === undefined || sample >= named.length) return named
  const random = randomOf(seed)
  const rest = [...named]
  const drawn = Array.from({ length: sample }, () => rest.splice(Math.floor(random() * rest.length), 1)[0])
  const isDrawn = new Set(drawn)
  // In the table's order: mutants of one file run one after another.
  return named.filter(mutant => isDrawn.has(mutant))
}

/** Mulberry32: numbers from 0 to 1, the same ones for the same seed. */
function randomOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
