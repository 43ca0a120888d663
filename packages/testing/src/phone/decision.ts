import { sessionErrors } from 'latchkey/pairing'
import type { Act } from '../core/createConductor.ts'

/** What the person, or the script, decided about a site. */
export interface Decision {
  readonly kind: 'decision'
  /** Indexes of the accounts that the site may see; those the phone shows unless set. */
  readonly accounts?: readonly number[]
  /** A chain that nobody asked for. */
  readonly strayChain?: number
}

// Not by its shape: garbage is made of the right answer, and may look like it.
const made = new WeakSet<object>()

function decide(decision: Omit<Decision, 'kind'>): Decision {
  const decided = { kind: 'decision', ...decision } as const
  made.add(decided)
  return decided
}

/** Every proposal is a prompt. */
export function prepareDecision(): Act {
  return {
    prompts: true,
    perform: approval => decide({ ...approval }),
    stray: (chainId = 99_999, approval) => decide({ ...approval, strayChain: chainId }),
  }
}

/** False: the script put something else in its place, which is sent as it is. */
export function isDecision(value: unknown): value is Decision {
  return typeof value === 'object' && value !== null && made.has(value)
}

/** What a site is told of a request that failed; "no" has its own number in this protocol. */
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
