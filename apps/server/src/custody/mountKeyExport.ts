import type { Hono } from 'hono'
import { postCustodyExport } from 'latchkey/contract'
import type { AppTypes } from '../http/appTypes.ts'
import { mountProjectRoute } from '../http/mountRoute.ts'
import { RouteFault } from '../http/routeFault.ts'
import type { WalletRow } from './createWallets.ts'
import type { CustodyCaller } from './custodyCaller.ts'
import { type CustodyCalls, type CustodyDeps, walletPages } from './custodyCalls.ts'

const oneDay = 86_400_000
/** Milliseconds for which a proof of who somebody is counts for showing the key. */
const freshFor = 300_000

/**
 * A key is shown to whoever just used a passkey, or just logged in and asked 24 to 48 hours ago (T80).
 * @throws RouteFault CUSTODY_STEP_UP.
 */
export function requireExport(caller: CustodyCaller, { exportAt }: WalletRow, at: number): void {
  requireThawed(caller)
  const isFresh = caller.sessionAge <= freshFor
  const hasWaited = exportAt !== null && exportAt <= at && at < exportAt + oneDay
  if (isFresh && (caller.provedBy === 'passkey' || hasWaited)) return
  throw new RouteFault('CUSTODY_STEP_UP')
}

/** Refuses what waits after a change of address (T45). @throws RouteFault CUSTODY_STEP_UP. */
export function requireThawed({ isFrozen = false }: CustodyCaller): void {
  if (isFrozen) throw new RouteFault('CUSTODY_STEP_UP')
}

/** Asking to be shown the key without a passkey, which every address hears of a day before it is possible. */
export function mountKeyExport(app: Hono<AppTypes>, deps: CustodyDeps, calls: CustodyCalls): void {
  const { custody, now } = deps
  mountProjectRoute(app, postCustodyExport, { ...deps, rules: walletPages }, async ({ body }, project, c) => {
    const caller = await calls.enter(c, project, body)
    const { accountId, deviceThumbprint } = caller
    if ((await custody.wallets.find(accountId)) === undefined) throw new RouteFault('CUSTODY_NOT_FOUND')
    if (!body.cancel) requireThawed(caller)
    if (!body.cancel && caller.sessionAge > freshFor) throw new RouteFault('CUSTODY_STEP_UP')
    const exportAt = body.cancel ? null : now() + oneDay
    if (exportAt !== null) await custody.notices.insist(accountId, 'exportAsked')
    await custody.wallets.setExport(accountId, deviceThumbprint, exportAt)
    return { exportAt: exportAt === null ? null : new Date(exportAt).toISOString() }
  })
}
