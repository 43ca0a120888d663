import type { Hono } from 'hono'
import { getCustodyWallet, postCustodyWallet } from 'latchkey/services'
import type { AppTypes } from '../../core/http/appTypes.ts'
import { mountProjectRoute } from '../../core/http/mountRoute.ts'
import { RouteFault } from '../../core/http/routeFault.ts'
import { checkFactor } from './checkFactor.ts'
import { type CustodyCalls, type CustodyDeps, walletPages } from './custodyCalls.ts'
import { hasKey } from './possession.ts'

const iso = (time: number | null) => (time === null ? null : new Date(time).toISOString())

/** An account's key: that there is one, its devices and factors, and its beginning. */
export function mountWallets(app: Hono<AppTypes>, deps: CustodyDeps, calls: CustodyCalls): void {
  const { custody, hasSmartAccounts } = deps
  const { wallets, factors, passwords } = custody
  const options = { ...deps, rules: walletPages }

  mountProjectRoute(app, getCustodyWallet, options, async (_request, project, c) => {
    const { accountId: account, deviceThumbprint: device } = await calls.enter(c, project)
    const wallet = await wallets.find(account)
    if (wallet === undefined) return { account, device, wallet: null }
    const known = await factors.list(account)
    return {
      account,
      device,
      wallet: {
        commit: wallet.commit,
        // By what there is, not by how the services are set up today.
        mode: known.some(({ kind }) => kind === 'operator') ? ('operator' as const) : ('user' as const),
        createdAt: new Date(wallet.createdAt).toISOString(),
        exportAt: iso(wallet.exportAt),
        passwordLocked: await passwords.isLocked(account),
        pairs: await wallets.listShares(account),
        factors: known.map(({ label, createdAt, usedAt, ...factor }) => ({
          ...factor,
          ...(label !== null && { label }),
          createdAt: new Date(createdAt).toISOString(),
          usedAt: iso(usedAt),
        })),
      },
    }
  })

  mountProjectRoute(app, postCustodyWallet, options, async ({ body }, project, c) => {
    const { accountId: account, deviceThumbprint: device } = await calls.enter(c, project, body)
    for (const factor of body.factors) checkFactor(factor, custody.mode)
    // What its owner's key is to be is shown by that key itself.
    const { owner } = body
    if (!hasKey({ owner, path: postCustodyWallet.path, account, device, body }))
      throw new RouteFault('CUSTODY_REFUSED')
    // Without bundlers the account would move on the day that the operator adds some.
    const made = hasSmartAccounts ? body : { ...body, accountType: 'eoa' as const }
    if (!(await wallets.create({ account, device }, made))) throw new RouteFault('CUSTODY_EXISTS')
    await passwords.unlock(account)
    return { epoch: 1 }
  })
}
