/** Time as the parts use it; the same shape as the engine's clock, so that one can be handed on. */
export interface Clock {
  /** Milliseconds. */
  now(): number
  /** Calls `fn` once after `delay` milliseconds; the answer cancels it. */
  setTimeout(fn: () => void, delay: number): () => void
}
