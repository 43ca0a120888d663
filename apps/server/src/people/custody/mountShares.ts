import type { Hono } from 'hono'
import {
  policyReason,
  postCustodyPair,
  postCustodyRefresh,
  postCustodyRefreshAck,
  postCustodyRelease,
  postCustodyRevoke,
  type RouteRequest,
} from 'latchkey/services'
import type { AppTypes } from '../../core/http/appTypes.ts'
import { mountProjectRoute } from '../../core/http/mountRoute.ts'
import { RouteFault } from '../../core/http/routeFault.ts'
import type { ShareRefusal } from './createDeviceShares.ts'
import type { CustodyCaller } from './custodyCaller.ts'
import { type CustodyCalls, type CustodyDeps, walletPages } from './custodyCalls.ts'
import { requireExport, requireFresh, requirePasskey } from './mountKeyExport.ts'
import { judgeSigned, needsPasskey } from './policy/judgeSigned.ts'

/** Milliseconds for which a proof of identity lets a visitor revoke a device. */
const revokeWithin = 3_600_000

const refusals = {
  none: 'CUSTODY_NOT_FOUND',
  epoch: 'CUSTODY_EPOCH',
  replayed: 'CUSTODY_REFUSED',
} as const satisfies Record<ShareRefusal, string>

type ReleaseBody = RouteRequest<typeof postCustodyRelease>['body']

const placeOf = ({ accountId: account, deviceThumbprint: device }: CustodyCaller) => ({ account, device })

/** Mounts the calls that store, release, refresh and revoke a device's key share (reference §2.3). */
export function mountShares(app: Hono<AppTypes>, deps: CustodyDeps, calls: CustodyCalls): void {
  const { custody, now } = deps
  const { shares, wallets, changes, notices } = custody
  const options = { ...deps, rules: walletPages }

  mountProjectRoute(app, postCustodyPair, options, async ({ body }, project, c) => {
    const caller = await calls.enter(c, project, body)
    await calls.requireKey(caller, postCustodyPair, body)
    const place = placeOf(caller)
    const half = Buffer.from(body.half, 'hex')
    if ((await shares.put(place, body, half)) !== undefined) throw new RouteFault('CUSTODY_EPOCH')
    // The key was recovered by a secret of the visitor's: a proof also for those whose login states none (S5). Where the
    // operator can recover it, a login is all that this took.
    if (custody.mode === 'user') await caller.proveByKey()
    await notices.notify(place.account, 'paired')
    return { epoch: body.epoch }
  })

  mountProjectRoute(app, postCustodyRelease, options, async ({ body }, project, c) => {
    const caller = await calls.enter(c, project, body)
    const place = placeOf(caller)
    const wallet = await wallets.find(place.account)
    if (wallet === undefined) throw new RouteFault('CUSTODY_NOT_FOUND')
    const { epoch, version, request, purpose } = body
    if (purpose === 'export') {
      requireExport(caller, wallet, now())
      await notices.insist(place.account, 'exported')
    }
    if (purpose === 'recovery') {
      requireFresh(caller)
      await notices.insist(place.account, 'changing')
    }
    if (purpose === 'sign') await requireAllowed(caller, body)
    const { proofId } = caller
    const released = await shares.release(place, body, { proofId, detail: `${purpose} ${request}` })
    if (typeof released === 'string') throw new RouteFault(refusals[released])
    if (purpose === 'recovery') await changes.begin(place, request)
    const half = Buffer.from(released.half).toString('hex')
    released.half.fill(0)
    return { half, epoch, version, commit: wallet.commit }
  })

  /** @throws RouteFault CUSTODY_REFUSED or CUSTODY_STEP_UP with the reason. */
  async function requireAllowed(caller: CustodyCaller, { signed, request }: ReleaseBody): Promise<void> {
    const policies = await deps.policies.of(caller.accountId)
    for (const policy of policies) {
      const why = judgeSigned(policy, { signed, request })
      if (why === undefined) continue
      const name = why === 'untold' ? policyReason.untold : policyReason.refused
      throw new RouteFault('CUSTODY_REFUSED', { reasons: [{ name, description: why }] })
    }
    if (policies.some(policy => needsPasskey(policy, signed))) await requirePasskey(caller)
  }

  mountProjectRoute(app, postCustodyRefresh, options, async ({ body }, project, c) => {
    const place = placeOf(await calls.enter(c, project, body))
    const pad = Buffer.from(body.next.pad, 'hex')
    const epoch = await shares.refresh(place, body, { version: body.next.version, pad })
    if (typeof epoch === 'string') throw new RouteFault(refusals[epoch])
    return { epoch }
  })

  mountProjectRoute(app, postCustodyRefreshAck, options, async ({ body }, project, c) => {
    const refused = await shares.acknowledge(placeOf(await calls.enter(c, project, body)), body)
    if (refused !== undefined) throw new RouteFault(refusals[refused])
    return { epoch: body.epoch }
  })

  mountProjectRoute(app, postCustodyRevoke, options, async ({ body }, project, c) => {
    const caller = await calls.enter(c, project, body)
    const { accountId: account } = caller
    const isOwn = body.device === caller.deviceThumbprint
    const wantsProof = !isOwn || (await custody.isLastWay(account, body.device))
    if (wantsProof && caller.sessionAge > revokeWithin) throw new RouteFault('CUSTODY_STEP_UP')
    // A login alone takes no other device back at once: login's own call lets it wait.
    if (!isOwn && (await custody.needOf(account, caller.deviceThumbprint)) === 'recover')
      throw new RouteFault('CUSTODY_REFUSED')
    const revoked = await shares.revoke({ account, device: body.device }, caller.deviceThumbprint)
    if (revoked) await notices.notify(account, 'revoked')
    return { revoked }
  })
}
