import type { Hono } from 'hono'
import { policyReason, postCustodyExport } from 'latchkey/services'
import type { AppTypes } from '../../core/http/appTypes.ts'
import { mountProjectRoute } from '../../core/http/mountRoute.ts'
import { RouteFault } from '../../core/http/routeFault.ts'
import type { WalletRow } from './createWallets.ts'
import type { CustodyCaller } from './custodyCaller.ts'
import { type CustodyCalls, type CustodyDeps, walletPages } from './custodyCalls.ts'
import { requireKeyHere } from './requireKeyHere.ts'

const oneDay = 86_400_000
/** Milliseconds for which a proof of identity allows showing the key, and changing its recovery. */
const freshFor = 300_000
/** Milliseconds for which a passkey allows a send above a policy's limit. */
const passkeyFor = 60_000

/**
 * Requires a passkey just used, or a fresh login and a request 24 to 48 hours ago, to show a key (T80).
 * @throws RouteFault CUSTODY_STEP_UP.
 */
export function requireExport(caller: CustodyCaller, { exportAt }: WalletRow, at: number): void {
  requireFresh(caller)
  const hasWaited = exportAt !== null && exportAt <= at && at < exportAt + oneDay
  if (caller.provedBy === 'passkey' || hasWaited) return
  throw new RouteFault('CUSTODY_STEP_UP')
}

/**
 * Requires a proof just given, as another person may be at the device (T82), and refuses every caller for a day after a
 * change of address (T45). @throws RouteFault CUSTODY_STEP_UP.
 */
export function requireFresh({ sessionAge, isFrozen = false }: CustodyCaller): void {
  if (isFrozen || sessionAge > freshFor) throw new RouteFault('CUSTODY_STEP_UP')
}

/**
 * Requires a passkey used a moment ago of an account that has one: another person may be at the unlocked device (T82). One that
 * came to the account today does not count, and is not asked for. @throws RouteFault CUSTODY_STEP_UP with the reason.
 */
export async function requirePasskey(caller: CustodyCaller): Promise<void> {
  if (caller.provedBy === 'passkey' && caller.sessionAge <= passkeyFor) return
  if (!(await caller.hasPasskey())) return
  const description = 'Expected a passkey used within a minute'
  throw new RouteFault('CUSTODY_STEP_UP', { reasons: [{ name: policyReason.passkey, description }] })
}

/** Asking to be shown the key without a passkey, which every address hears of a day before it is possible. */
export function mountKeyExport(app: Hono<AppTypes>, deps: CustodyDeps, calls: CustodyCalls): void {
  const { custody, now } = deps
  mountProjectRoute(app, postCustodyExport, { ...deps, rules: walletPages }, async ({ body }, project, c) => {
    const caller = await calls.enter(c, project, body)
    const { accountId, deviceThumbprint } = caller
    if ((await custody.wallets.find(accountId)) === undefined) throw new RouteFault('CUSTODY_NOT_FOUND')
    if (!body.cancel) {
      requireFresh(caller)
      await requireKeyHere(custody, caller, 'CUSTODY_STEP_UP')
    }
    const exportAt = body.cancel ? null : now() + oneDay
    if (exportAt !== null) await custody.notices.insist(accountId, 'exportAsked')
    await custody.wallets.setExport(accountId, deviceThumbprint, exportAt)
    return { exportAt: exportAt === null ? null : new Date(exportAt).toISOString() }
  })
}
