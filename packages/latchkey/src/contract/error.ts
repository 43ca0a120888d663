/** The one error class of the product, matched by name and code so that two copies of the package agree. */

/** The class of an error, for a host to branch on. The code names the exact case. */
export type ErrorKind = 'rejected' | 'offline' | 'timeout' | 'unsupported' | 'invalid' | 'bug'

/** What a `LatchkeyError` is made of. */
export interface LatchkeyErrorOptions {
  readonly code: string
  readonly kind: ErrorKind
  readonly message: string
  /** Plain data that helps to find the cause; never a secret, never an Error. */
  readonly context?: Readonly<Record<string, unknown>>
  readonly cause?: unknown
}

/**
 * The error of every public function (SPEC §8). Match it with `isLatchkeyError`, which also works across two copies of
 * the package.
 */
export class LatchkeyError extends Error {
  override readonly name = 'LatchkeyError'
  readonly code: string
  readonly kind: ErrorKind
  readonly context: Readonly<Record<string, unknown>>

  constructor(options: LatchkeyErrorOptions) {
    super(options.message, options.cause === undefined ? undefined : { cause: options.cause })
    this.code = options.code
    this.kind = options.kind
    this.context = options.context ?? {}
  }
}

/** Makes a developer error whose text stands where it is thrown, so that the first chunk needs no error table. */
export function hostError(
  code: string,
  message: string,
  kind: ErrorKind = 'invalid',
  cause?: unknown,
): LatchkeyError {
  return new LatchkeyError({ code, kind, message, cause })
}

/** Makes a CONFIG_INVALID error that names the option and the problem. */
export function configError(option: string, problem: string): LatchkeyError {
  return hostError('CONFIG_INVALID', `Invalid configuration: ${option}: ${problem}`)
}

/** Whether a value is a `LatchkeyError`, and of the given code when one is named. */
export function isLatchkeyError(value: unknown, code?: string): value is LatchkeyError {
  if (typeof value !== 'object' || value === null) return false
  const error = value as { name?: unknown; code?: unknown }
  return (
    error.name === 'LatchkeyError' &&
    typeof error.code === 'string' &&
    (code === undefined || error.code === code)
  )
}
