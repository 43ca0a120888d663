/** One deliberate fault: a change of source text that at least one test must notice. */
export interface Mutant {
  /** `folder/file:n`, from the file and the number of the change in its list. */
  readonly id: string
  /** Path from the repository's root. */
  readonly file: string
  /** Test files that run against it, from the repository's root; none needs a browser. */
  readonly tests: readonly string[]
  /** Occurs exactly once in the file. */
  readonly from: string
  readonly to: string
  /** Why no test can notice it; the decision that lists survivors says the same. */
  readonly equivalent: string | undefined
}

/** The changes of one file and the tests that must notice them. */
export interface FileMutants {
  readonly file: string
  readonly tests: readonly string[]
  readonly changes: readonly Change[]
}

/** What is written, what stands there instead, and why it may survive, if it may. */
export type Change = readonly [from: string, to: string, equivalent?: string]
