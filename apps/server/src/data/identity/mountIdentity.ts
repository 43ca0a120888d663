import type { Hono } from 'hono'
import { getIdentity } from 'latchkey/services'
import type { AppTypes } from '../../core/http/appTypes.ts'
import type { Gate } from '../../core/http/gate.ts'
import { mountProjectRoute } from '../../core/http/mountRoute.ts'
import type { FindIdentity } from './createIdentities.ts'

/** Name and picture of an account on the wire (SPEC §7). */
export function mountIdentity(
  app: Hono<AppTypes>,
  deps: { readonly findIdentity: FindIdentity; readonly gate: Gate; readonly bodyLimit: number },
): void {
  mountProjectRoute(app, getIdentity, deps, ({ params }) => deps.findIdentity(params.address))
}
