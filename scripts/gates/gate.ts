/** What a gate found: how many tests passed and failed, and anything worth a line in the summary. */
export interface GateResult {
  /** Tests only; what a gate looked at beside tests is `checked`. */
  passed: number
  /** Tests, or findings of a gate that runs none. */
  failed: number
  /** Checked items that are no tests, such as 2,778 `files linted`. */
  checked?: { count: number; what: string }
  notes?: readonly string[]
}

/** What a gate is given to work with. */
export interface GateContext {
  root: string
  /** Writes to the gate's log file. A gate that writes nothing here and runs nothing that does is ended (`silenceMinutes`). */
  log(text: string): void
  /** Runs a program of this checkout with its output going to the log; resolves with its exit code and output. */
  run(command: readonly string[], options?: { env?: Record<string, string> }): Promise<Ran>
  /** Fires when the gate is to end. */
  signal: AbortSignal
  /** A file of this gate, such as a test report. */
  file(name: string): string
}

/** A program that has ended. */
export interface Ran {
  code: number
  output: string
}

/** One gate of `npm test`. */
export interface Gate {
  name: string
  /** Belongs to `npm run check` too. */
  quick: boolean
  /** Cannot run without Chromium. */
  browser?: boolean
  /** Has tests that start Chromium, beside others that do without. */
  usesBrowser?: boolean
  /** Runs its tests on PostgreSQL and Redis as well. */
  databases?: boolean
  /** Takes minutes, and runs only where it is named. */
  long?: boolean
  /** The gate that it runs at the same time as, and as others that name it: much of each is waiting, or uses one core. */
  beside?: string
  run(ctx: GateContext): Promise<GateResult>
}
