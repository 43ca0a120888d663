import { toHex } from './bytes.ts'

/** Every byte array that code made while it was recorded, kept alive, so that a test reads what is left in it. */
export interface BufferRecord<T> {
  readonly result: T
  /** How many of the arrays still hold these bytes anywhere. */
  copiesOf(secret: Uint8Array): number
}

/**
 * Runs `work` with a `Uint8Array` that remembers what it makes: by `new`, by `from` and by the copying methods. A heap
 * snapshot shows no bytes, and an array that nothing refers to is still in memory until the room is used again. Arrays
 * that Node makes by itself (Buffer, TextEncoder) are not recorded.
 */
export async function recordBuffers<T>(work: () => T | Promise<T>): Promise<BufferRecord<T>> {
  const plain = Uint8Array
  const made: Uint8Array[] = []
  const recording: typeof Uint8Array = new Proxy(plain, {
    construct(target, args, newTarget) {
      const array: Uint8Array = Reflect.construct(target, args, newTarget === recording ? target : newTarget)
      made.push(array)
      return array
    },
  })
  globalThis.Uint8Array = recording
  // What `slice` and `map` copy with.
  plain.prototype.constructor = recording
  try {
    const result = await work()
    return { result, copiesOf: secret => countCopies(made, secret) }
  } finally {
    globalThis.Uint8Array = plain
    plain.prototype.constructor = plain
  }
}

function countCopies(made: readonly Uint8Array[], secret: Uint8Array): number {
  const wanted = toHex(secret)
  if (secret.length < 16) throw new RangeError('Fewer bytes may be there by chance')
  const seen = new Set(made.map(array => array.buffer))
  return [...seen].filter(buffer => indexOfHex(toHex(new Uint8Array(buffer)), wanted) !== -1).length
}

function indexOfHex(text: string, wanted: string): number {
  let at = text.indexOf(wanted)
  while (at % 2 === 1) at = text.indexOf(wanted, at + 1)
  return at
}
