import type { Hono } from 'hono'
import {
  mostFactors,
  postPasswordEvaluate,
  postRecoveryFactor,
  postRecoveryFactorDelete,
  postRecoveryRelease,
} from 'latchkey/services'
import type { AppTypes } from '../../core/http/appTypes.ts'
import { mountProjectRoute } from '../../core/http/mountRoute.ts'
import { RouteFault } from '../../core/http/routeFault.ts'
import { checkFactor } from './checkFactor.ts'
import type { ShareDevice } from './createDeviceShares.ts'
import { type CustodyCalls, type CustodyDeps, walletPages } from './custodyCalls.ts'
import { requireFresh } from './mountKeyExport.ts'

/** What lets a person come back without their device (reference §2.3, §2.6). */
export function mountRecovery(app: Hono<AppTypes>, deps: CustodyDeps, calls: CustodyCalls): void {
  const { custody } = deps
  const { factors, wallets, passwords, changes, notices } = custody
  const options = { ...deps, rules: walletPages }

  mountProjectRoute(app, postRecoveryFactor, options, async ({ body }, project, c) => {
    const caller = await calls.enter(c, project, body)
    requireFresh(caller)
    await calls.requireKey(caller, postRecoveryFactor, body)
    const { accountId: account, deviceThumbprint: device } = caller
    checkFactor(body.factor, custody.mode)
    await requireChange({ account, device }, postRecoveryFactor.path, body.factor.id)
    const outcome = await factors.add(account, device, body.factor)
    if (outcome === 'full')
      throw new RouteFault('REQUEST_INVALID', {
        reasons: [{ name: 'factor', description: `Expected at most ${mostFactors} of them` }],
      })
    if (outcome === 'exists') throw new RouteFault('CUSTODY_EXISTS')
    await notices.notify(account, 'factorAdded')
    return { id: body.factor.id }
  })

  mountProjectRoute(app, postRecoveryFactorDelete, options, async ({ body }, project, c) => {
    const caller = await calls.enter(c, project, body)
    requireFresh(caller)
    await calls.requireKey(caller, postRecoveryFactorDelete, body)
    const { accountId: account, deviceThumbprint: device } = caller
    await requireChange({ account, device }, postRecoveryFactorDelete.path, body.id)
    const deleted = await factors.delete(account, device, body.id)
    if (deleted) await notices.notify(account, 'factorDeleted')
    return { deleted }
  })

  /** Requires the release for just this change: no other use of the key was announced (S3). @throws RouteFault CUSTODY_REFUSED */
  async function requireChange(place: ShareDevice, path: string, subject: string): Promise<void> {
    if (!(await changes.finish(place, { path, subject }))) throw new RouteFault('CUSTODY_REFUSED')
  }

  mountProjectRoute(app, postRecoveryRelease, options, async ({ body }, project, c) => {
    const { accountId: account, deviceThumbprint: device } = await calls.enter(c, project, body)
    const wallet = await wallets.find(account)
    if (wallet === undefined) throw new RouteFault('CUSTODY_NOT_FOUND')
    const kind = await factors.kindOf(account, body.id)
    if (kind === undefined) throw new RouteFault('CUSTODY_NOT_FOUND')
    // From the mode in which anybody could, nothing is left once the services left it.
    if (kind === 'operator' && custody.mode !== 'operator') throw new RouteFault('CUSTODY_REFUSED')
    const claim = await factors.claim(account, device, body.id)
    if ('wait' in claim) throw new RouteFault('CUSTODY_LIMIT', { retryAfter: Math.ceil(claim.wait / 1_000) })
    // Nothing leaves, and no mail is sent: retries while vault or mail fails must not use up the day's releases.
    const giveBack = () => factors.giveBack(account, claim.at)
    const opened = await factors.open(account, body.id).catch(async error => {
      await giveBack()
      throw error
    })
    if (opened === undefined) throw new RouteFault('CUSTODY_NOT_FOUND')
    await notices.insist(account, 'recovering', giveBack)
    return { ...opened, commit: wallet.commit, left: claim.left }
  })

  mountProjectRoute(app, postPasswordEvaluate, options, async ({ body }, project, c) => {
    const { accountId: account, deviceThumbprint: device } = await calls.enter(c, project, body)
    const answer = await passwords.evaluate(account, device, Buffer.from(body.blinded, 'hex'))
    if (answer === 'locked') throw new RouteFault('CUSTODY_LOCKED')
    if (answer === 'invalid')
      throw new RouteFault('REQUEST_INVALID', {
        reasons: [{ name: 'blinded', description: 'Expected an element of ristretto255' }],
      })
    if (answer.left === 0) await notices.notify(account, 'locked')
    return { evaluated: Buffer.from(answer.evaluated).toString('hex'), left: answer.left }
  })
}
