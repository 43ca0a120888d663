import type { ErrorKind } from '../../../contract/error.ts'
import { type ErrorCode, errorTable } from '../../../contract/errors/table.ts'
import type { EngineContext } from '../../context.ts'

/** Reports a failed login; a code that only the services know is a failed connection to a page. */
export function emitLoginFailed(
  { facts }: EngineContext,
  method: string,
  { code, kind }: { readonly code: string; readonly kind: ErrorKind },
): void {
  const known = Object.hasOwn(errorTable, code) ? (code as ErrorCode) : 'CONNECT_FAILED'
  facts.emit('connectFailed', { walletId: `embedded:${method}`, code: known, kind })
}
