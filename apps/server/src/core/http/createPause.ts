/** Leaves another service alone for a while that failed several times in a row. */
export interface Pause {
  /** Whether it is left alone now. */
  isOn(): boolean
  failed(): void
  answered(): void
}

/** The first failure after a pause begins the next one; one answer, and all are forgotten. */
export function createPause(options: {
  /** Failures in a row until it is left alone. */
  readonly fails: number
  /** For how many milliseconds. */
  readonly lasts: number
  /** Milliseconds of any clock. */
  readonly clock: () => number
}): Pause {
  const { lasts, clock } = options
  let fails = 0
  let until = Number.NEGATIVE_INFINITY
  return {
    isOn: () => clock() < until,
    failed() {
      fails++
      if (fails >= options.fails) until = clock() + lasts
    },
    answered() {
      fails = 0
      until = Number.NEGATIVE_INFINITY
    },
  }
}
