import type { CustodyMode, RecoveryFactor } from 'latchkey/services'
import { RouteFault } from '../../core/http/routeFault.ts'

/** The secret that encrypts the visitor's key share, by the factor's kind. */
const closedBy = { passkey: 'prf', code: 'code', password: 'password' } as const

/**
 * A key share in the open is taken in the operator's mode alone, and a closed one says by what it is closed: nothing that would
 * make us able to spend comes in under another name (T76). @throws RouteFault REQUEST_INVALID.
 */
export function checkFactor(factor: RecoveryFactor, mode: CustodyMode): void {
  const { kind, sealed, open } = factor
  const isRight =
    kind === 'operator'
      ? mode === 'operator' && sealed === undefined && open !== undefined
      : open === undefined && sealed?.kdf === closedBy[kind]
  if (isRight) return
  const description =
    kind === 'operator' && mode === 'user'
      ? 'These services keep no key that they could use'
      : 'Expected what its kind has'
  throw new RouteFault('REQUEST_INVALID', { reasons: [{ name: 'factor', description }] })
}
