/** The one error class of the product, matched by name and code so that two copies of the package agree. */

/** What a host branches on; the code says which case it was. */
export type ErrorKind = 'rejected' | 'offline' | 'timeout' | 'unsupported' | 'invalid' | 'bug'

export interface LatchkeyErrorOptions {
  readonly code: string
  readonly kind: ErrorKind
  readonly message: string
  /** Plain data that helps to find the cause; never a secret, never an Error. */
  readonly context?: Readonly<Record<string, unknown>>
  readonly cause?: unknown
}

/** The error thrown by every public function (SPEC §8). */
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

/** A developer error whose text is written where it is thrown: the error table is no part of the first chunk. */
export function hostError(
  code: string,
  message: string,
  kind: ErrorKind = 'invalid',
  cause?: unknown,
): LatchkeyError {
  return new LatchkeyError({ code, kind, message, cause })
}

/** A developer error that names the option. */
export function configError(option: string, problem: string): LatchkeyError {
  return hostError('CONFIG_INVALID', `Invalid configuration: ${option}: ${problem}`)
}

/** Whether the value is this product's error, of the given code if one is named. */
export function isLatchkeyError(value: unknown, code?: string): value is LatchkeyError {
  if (typeof value !== 'object' || value === null) return false
  const error = value as { name?: unknown; code?: unknown }
  return (
    error.name === 'LatchkeyError' &&
    typeof error.code === 'string' &&
    (code === undefined || error.code === code)
  )
}
