import type { Connection } from '../../contract/connection.ts'
import { createError } from '../../contract/errors/createError.ts'
import type { Runtime } from '../runtime/runtime.ts'
import type { HandleConnectOptions } from './latchkey.ts'

/** Connects a named wallet without a dialog, or opens the dialog and waits for the visitor's choice. */
export function connectThrough(runtime: Runtime, options: HandleConnectOptions): Promise<Connection> {
  const { wallet: key, namespace, signal } = options
  if (key === undefined) return runtime.connectInModal(namespace === undefined ? {} : { namespace })
  const row = runtime.walletRows().find(each => each.key === key)
  const wallet = row?.discovered.find(each => namespace === undefined || each.namespace === namespace)
  if (!row || !wallet) return Promise.reject(createError('WALLET_NOT_FOUND', { context: { wallet: key } }))
  return runtime.engine.connect({ wallet, walletId: row.walletId, ...(signal && { signal }) })
}
