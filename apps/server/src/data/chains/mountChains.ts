import type { Hono } from 'hono'
import { getSupportedChains } from 'latchkey/services'
import type { AppTypes } from '../../core/http/appTypes.ts'
import type { Gate } from '../../core/http/gate.ts'
import { mountProjectRoute } from '../../core/http/mountRoute.ts'
import type { ChainBook } from './createChainBook.ts'

/** Which chains are served (SPEC §7); over HTTP alone, since the proxy carries no subscriptions. */
export function mountChains(
  app: Hono<AppTypes>,
  deps: { readonly gate: Gate; readonly bodyLimit: number; readonly book: ChainBook },
): void {
  mountProjectRoute(app, getSupportedChains, deps, () => ({ http: [...deps.book.served], ws: [] }))
}
