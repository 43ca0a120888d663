/** Local chains that start only where they are asked for: `npm start -- --chains bitcoin,polkadot`. */

/** How a chain is started. */
export interface StartDemandOptions {
  /** Where it listens; 0 takes a free port. */
  readonly port: number
  readonly host?: string | undefined
  /** A folder of its own for what it keeps. */
  readonly dataFolder: string
  /** A block for each transaction instead of one each second. */
  readonly automine?: boolean | undefined
  /** Forgets what it kept. */
  readonly fresh?: boolean | undefined
  readonly signal?: AbortSignal | undefined
  readonly log?: ((line: string) => void) | undefined
}

/** A started chain. */
export interface RunningDemandChain {
  /** Where its API is. */
  readonly port: number
  /** Settles when it has ended, wanted or not; says how. Absent where it lives in this process. */
  readonly exited?: Promise<string> | undefined
  /** Ends it with every process of its own. */
  stop(): Promise<void>
}

/** What a chain cannot start without is not to be had, such as a package that no mirror has: said in one line, and the chain is left out. */
export class ChainUnavailable extends Error {
  override readonly name = 'ChainUnavailable'
}

/** How one chain is started. @throws ChainUnavailable, with one clear line. */
export type StartDemandChain = (options: StartDemandOptions) => Promise<RunningDemandChain>
