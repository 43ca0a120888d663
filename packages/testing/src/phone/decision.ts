import { sessionErrors } from 'latchkey/pairing'
import type { Act } from '../core/createConductor.ts'

// Not by its shape: garbage is made of the right answer, and may look like it.
const decided = Symbol('decision')

/** What the person, or the script, decided about a site. */
export interface Decision {
  readonly [decided]: true
  /** Indexes of the accounts that the site may see; those the phone shows unless set. */
  readonly accounts?: readonly number[]
  /** A chain that the site did not request. */
  readonly strayChain?: number
}

/** Every proposal is a prompt. */
export function prepareDecision(): Act {
  return {
    prompts: true,
    perform: (approval): Decision => ({ [decided]: true, ...approval }),
    stray: (chainId = 99_999, approval): Decision => ({
      [decided]: true,
      ...approval,
      strayChain: chainId,
    }),
  }
}

/** False: the script put something else in its place, which is sent as it is. */
export function isDecision(value: unknown): value is Decision {
  return typeof value === 'object' && value !== null && decided in value
}

/** The error that a site receives for a failed request; this protocol has its own code for a refusal. */
export function refusalOf(cause: unknown): {
  readonly code: number
  readonly message: string
  readonly data?: unknown
} {
  const { code, message, data } = (typeof cause === 'object' && cause !== null ? cause : {}) as {
    readonly code?: unknown
    readonly message?: unknown
    readonly data?: unknown
  }
  if (code === 4001) return sessionErrors.userRejected
  return {
    code: typeof code === 'number' ? code : -32603,
    message: typeof message === 'string' ? message : 'Internal error.',
    ...(data !== undefined && { data }),
  }
}
