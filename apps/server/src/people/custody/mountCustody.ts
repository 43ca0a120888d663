import type { Hono } from 'hono'
import { getCustodyConfig } from 'latchkey/services'
import type { AppContext, AppTypes } from '../../core/http/appTypes.ts'
import { mountProjectRoute } from '../../core/http/mountRoute.ts'
import { RouteFault } from '../../core/http/routeFault.ts'
import { isOfBody } from '../signin/isOfBody.ts'
import { type CustodyCalls, type CustodyDeps, walletPages } from './custodyCalls.ts'
import { mountKeyExport } from './mountKeyExport.ts'
import { mountRecovery } from './mountRecovery.ts'
import { mountShares } from './mountShares.ts'
import { mountWallets } from './mountWallets.ts'
import { hasKey } from './possession.ts'

/** Custody's calls (reference §2): all of them for the wallet's origin, with a session and a proof of the device's key. */
export function mountCustody(app: Hono<AppTypes>, deps: CustodyDeps): void {
  const { custody, authorise, limiter, accountLimiter, policies, log } = deps
  const calls: CustodyCalls = {
    async enter(c, project, body) {
      c.header('Cache-Control', 'no-store')
      const caller = await authorise(c, project)
      const waits = await Promise.all([
        limiter(`${caller.accountId} ${caller.deviceThumbprint}`, 1),
        accountLimiter(caller.accountId, 1),
      ])
      const wait = Math.max(...waits)
      if (wait > 0) throw new RouteFault('APKT010', { retryAfter: wait })
      if (body !== undefined && !isOfBody(caller.bodyHash, body)) throw refuse(c, 'body')
      await policies.join(caller.accountId, project.id)
      return caller
    },
    async requireKey({ accountId, deviceThumbprint }, call, body) {
      const wallet = await custody.wallets.find(accountId)
      if (wallet === undefined) throw new RouteFault('CUSTODY_NOT_FOUND')
      const isTheirs = hasKey({
        owner: wallet.owner,
        path: call.path,
        account: accountId,
        device: deviceThumbprint,
        body,
      })
      if (!isTheirs) throw new RouteFault('CUSTODY_REFUSED')
      await custody.passwords.unlock(accountId)
    },
  }

  mountProjectRoute(app, getCustodyConfig, { ...deps, rules: walletPages }, () => ({
    mode: custody.mode,
    operatorCanSpend: custody.mode === 'operator',
  }))
  mountWallets(app, deps, calls)
  mountShares(app, deps, calls)
  mountRecovery(app, deps, calls)
  mountKeyExport(app, deps, calls)

  function refuse(c: AppContext, why: string): RouteFault {
    log.debug({ requestId: c.get('requestId'), why }, 'custody refused')
    return new RouteFault('CUSTODY_REFUSED')
  }
}
