import type { DevstackDescription } from '@latchkey/devstack'

/** The running stack as tests see it. */
export interface Stack extends DevstackDescription {
  /** The folder where it keeps everything. */
  readonly data: string
  /** Its process. */
  readonly pid: number
  /** The playground's page. */
  readonly shop: string
  /** Where the host pages are: each at `<hosts>/<name>/`. */
  readonly hosts: string
}

/** Carries the stack from the set-up to the workers. */
export const stackVariable = 'LATCHKEY_E2E_STACK'

/** The stack that the set-up started. Throws outside of a test run. */
export function readStack(): Stack {
  const text = process.env[stackVariable]
  if (text === undefined) throw new Error('The stack is started by the global set-up of a test run.')
  return JSON.parse(text) as Stack
}
