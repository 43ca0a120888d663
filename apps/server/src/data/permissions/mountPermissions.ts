import type { Hono } from 'hono'
import type { CaipAddress, CaipNetworkId } from 'latchkey/contract'
import {
  getSessions,
  longestPermission,
  type Permission,
  type PermissionSession,
  permissionContracts,
  postSession,
  postSessionRevoke,
  revocationDomain,
  revocationTypes,
  safeContracts,
} from 'latchkey/services'
import type { Address, Hex } from 'viem'
import type { AppTypes } from '../../core/http/appTypes.ts'
import type { Gate } from '../../core/http/gate.ts'
import { mountProjectRoute } from '../../core/http/mountRoute.ts'
import { RouteFault } from '../../core/http/routeFault.ts'
import { viem } from '../../core/libraries/viem.ts'
import { chainNumber, machineOf } from '../namespaces/namespaces.ts'
import { isSame } from '../operations/decodeOperationCalls.ts'
import type { RpcProxy } from '../rpc/createRpcProxy.ts'
import type { PermissionChain } from './createPermissionChain.ts'
import type { PermissionAccount, Permissions } from './createPermissions.ts'
import { type Delegation, delegationHash, delegationOf, encodeDisable } from './delegationOf.ts'

/** Further requests that one counts as which reads the chain. */
const extraCost = 4
/** Any address may use a delegation to this one (ERC-7710 as the framework has it). */
const anyDelegate = '0x0000000000000000000000000000000000000a11'

/** Puts the permissions of accounts on the app (SPEC §7 "sessions"), for pages of the project and the wallet's own. */
export function mountPermissions(
  app: Hono<AppTypes>,
  ctx: {
    readonly gate: Gate
    readonly bodyLimit: number
    readonly permissions: Permissions
    readonly chain: PermissionChain
    readonly proxy: Pick<RpcProxy, 'serves'>
    /** Ids of the projects that may ask for permissions. */
    readonly projects: ReadonlySet<string>
    /** Milliseconds since 1970. */
    readonly now: () => number
  },
): void {
  const { gate, permissions, chain, proxy, projects, now } = ctx
  const options = { ...ctx, rules: { audience: 'pages', isForWallet: true } } as const

  mountProjectRoute(app, getSessions, options, async ({ params }, project, c) => {
    const of = accountOf(project.id, params.id)
    const sessions = await permissions.list(of)
    const open = sessions.filter(({ state }) => state !== 'revoked')
    if (open.length > 0) await gate.charge(c, project, extraCost, options.rules)
    const disabled = await see(of, open)
    return {
      sessions: sessions.map(session =>
        disabled.has(session.pci) ? { ...session, state: 'revoked' as const } : session,
      ),
    }
  })

  mountProjectRoute(app, postSession, options, async ({ params, body }, project, c) => {
    const of = accountOf(project.id, params.id)
    const { signature, salt } = body
    const to = addressOf('to', body.to)
    const permission = checkPermission(body.permission, now())
    const delegation = delegationOf({ account: of.account, to, permission, salt })
    refuseOwn(of, delegation, permission)
    if (signature === undefined) throw new RouteFault('SESSION_SIGNATURE_INVALID')
    await gate.charge(c, project, extraCost, options.rules)
    const { pci, digest } = delegationHash(delegation, numberOf(of.network))
    const isSigned = await chain.isSigned(of.network, { account: of.account, hash: digest, signature })
    if (!isSigned) throw new RouteFault('SESSION_SIGNATURE_INVALID')
    return permissions.add(of, { pci, delegation, permission, signature })
  })

  mountProjectRoute(app, postSessionRevoke, options, async ({ params, body }, project, c) => {
    const of = accountOf(project.id, params.id)
    const { pci, signature } = body
    if (signature === undefined) throw new RouteFault('SESSION_SIGNATURE_INVALID')
    await gate.charge(c, project, extraCost, options.rules)
    const chainId = numberOf(of.network)
    const hash = viem().hashTypedData({
      domain: revocationDomain(chainId, of.account),
      types: revocationTypes,
      primaryType: 'RevokePermission',
      message: { pci, chainId: BigInt(chainId) },
    })
    if (!(await chain.isSigned(of.network, { account: of.account, hash, signature })))
      throw new RouteFault('SESSION_SIGNATURE_INVALID')
    const before = await permissions.find(of, pci)
    if (before === undefined) throw new RouteFault('NOT_FOUND')
    await permissions.advance(of, [pci], 'revoking')
    const isDisabled = before.state === 'revoked' || (await see(of, [before])).has(pci)
    const session = { ...before, state: isDisabled ? ('revoked' as const) : ('revoking' as const) }
    if (isDisabled) return { session }
    return { session, disable: { to: session.delegator, data: encodeDisable(session.context) } }
  })

  /** Which of them the chain refuses by now; the store learns of it too. */
  async function see(of: PermissionAccount, sessions: readonly PermissionSession[]) {
    const disabled = await chain.findDisabled(
      of.network,
      sessions.map(({ pci }) => pci),
    )
    await permissions.advance(of, [...disabled], 'revoked')
    return disabled
  }

  function accountOf(project: string, id: CaipAddress): PermissionAccount {
    if (!projects.has(project)) throw refused('projectId', 'The project has permissions off')
    const [namespace = '', reference = '', address = ''] = id.split(':')
    const network: CaipNetworkId = `${namespace}:${reference}`
    if (machineOf(network) !== 'evm' || !proxy.serves(network))
      throw refused('id', 'Permissions are not served on this network')
    return { project, network, account: addressOf('id', address) }
  }
}

function numberOf(network: CaipNetworkId): number {
  const number = chainNumber(network)
  if (number === undefined) throw refused('id', 'The network has no number')
  return number
}

/** One spelling for each address. */
function addressOf(name: string, text: string): Address {
  if (!viem().isAddress(text, { strict: false })) throw refused(name, 'Not an address')
  return viem().getAddress(text.toLowerCase() as Hex)
}

/** The permission as it is stored. @throws RouteFault REQUEST_INVALID for one that has ended, or would last too long. */
function checkPermission(permission: Permission, now: number): Permission {
  const left = permission.expiry - now / 1_000
  if (left <= 0) throw refused('permission.expiry', 'The permission has expired')
  if (left > longestPermission) throw refused('permission.expiry', 'A permission lasts 30 days at most')
  return permission
}

/** Refuses permissions that everyone could use, and those through which one could be widened. */
function refuseOwn(
  { account }: PermissionAccount,
  { delegate, delegator }: Delegation,
  of: Permission,
): void {
  const own = [
    account,
    delegator,
    permissionContracts.manager,
    permissionContracts.delegator,
    ...Object.values(safeContracts),
  ]
  const isOwn = (address: string) => own.some(each => isSame(each, address))
  if (isSame(delegate, anyDelegate)) throw refused('to', 'Everyone could use this permission')
  if (isOwn(delegate)) throw refused('to', 'A contract of the account itself')
  const targets = of.is === 'calls' ? [of.target] : [of.token, of.payee]
  if (targets.some(target => target !== undefined && isOwn(target)))
    throw refused('permission', 'A contract of the account itself is no target')
}

function refused(name: string, description: string): RouteFault {
  return new RouteFault('REQUEST_INVALID', { reasons: [{ name, description }] })
}
