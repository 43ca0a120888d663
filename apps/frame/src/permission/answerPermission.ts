import type { CaipNetworkId } from 'latchkey/contract'
import { type Hex, toQuantity } from 'latchkey/evmcodec'
import { type JsonValue, type PermissionSession, permissionContracts } from 'latchkey/services'
import { type ActiveAccount, activeAccount } from '../provider/activeAccount.ts'
import type { ApprovalRequest } from '../provider/approval.ts'
import type { Approvals } from '../provider/createApprovals.ts'
import { deepFreeze } from '../provider/deepFreeze.ts'
import type { ProviderDeps } from '../provider/deps.ts'
import type { LoggedIn } from '../provider/loggedIn.ts'
import { networkFacts } from '../provider/networkFacts.ts'
import type { OperationAsked } from '../provider/operation/operationAsked.ts'
import { parseParams } from '../provider/parseParams.ts'
import { prepareApproval } from '../provider/prepareApproval.ts'
import { refusal } from '../provider/refusal.ts'
import type { OperationCall } from '../smartaccount/encodeOperationCalls.ts'
import { grantPermission, isContextOf, setUpCalls, withdrawPermission } from './changePermission.ts'
import { createSessions, type ServicesPlace } from './createSessions.ts'
import { delegatorOf, encodeDisable } from './delegatorOf.ts'
import { type AskedPermission, readExecutionPermission, readGrant, refuseOwn } from './readPermission.ts'

type Smart = Extract<ActiveAccount, { type: 'smartAccount' }>
type PermissionRequest = Extract<ApprovalRequest, { is: 'permission' }>

const kinds = ['allowance', 'periodic', 'stream'] as const
const answered = ['native-token', 'erc20-token'].flatMap(of => kinds.map(kind => `${of}-${kind}`))

/**
 * Answers the methods of permissions: ERC-7715's, and the older ones of SPEC §6, by one implementation. UNAUDITED.
 * @throws LatchkeyError with 4200 unless the operator turned them on, and the account in use is a smart one there
 */
export async function answerPermission(
  deps: ProviderDeps,
  approvals: Approvals,
  {
    chainId,
    method,
    params,
  }: { readonly chainId: CaipNetworkId; readonly method: string; readonly params: unknown },
): Promise<JsonValue> {
  const login = await deps.login()
  if (!login) throw refusal('unauthorized')
  const isWithdrawal = method === 'wallet_revokeExecutionPermission'
  const [place, smart] = await findPlace(login)
  const id = toQuantity(networkFacts(chainId).id)
  const account = smart.address
  const sessions = createSessions(place, { chainId, account })
  const base = {
    host: deps.host,
    chainId,
    account,
    network: networkFacts(chainId, deps.described),
    ...(deps.payee && { payee: deps.payee }),
  }
  switch (method) {
    case 'wallet_getSupportedExecutionPermissions':
      return Object.fromEntries(
        answered.map(type => [type, { chainIds: [id], ruleTypes: ['expiry', 'payee'] }]),
      )
    case 'wallet_getGrantedExecutionPermissions': {
      const active = (await sessions.list()).filter(({ state }) => state === 'active')
      return active.map(session => answerOf(session, id))
    }
    case 'wallet_requestExecutionPermissions': {
      const [[asked]] = [parseParams('wallet_requestExecutionPermissions', params)]
      checkPlace(asked)
      const session = await grant(readExecutionPermission(asked, deps.clock.now()))
      // As it was asked for, so that a library knows it again.
      return [{ ...(asked as unknown as Record<string, JsonValue>), ...proofOf(session) }]
    }
    case 'wallet_grantPermissions': {
      const asked = parseParams('wallet_grantPermissions', params)
      checkPlace({ chainId: asked[0].chainId, from: asked[0].address })
      const session = await grant(readGrant(asked, deps.clock.now()))
      return {
        grantedPermissions: asked[0].permissions as unknown as JsonValue,
        expiry: asked[0].expiry,
        permissionsContext: session.context,
        signerMeta: { delegationManager: permissionContracts.manager },
      }
    }
    default:
      return withdraw((params as readonly [{ readonly permissionContext?: unknown }])[0]?.permissionContext)
  }

  async function findPlace(of: LoggedIn): Promise<readonly [ServicesPlace, Smart]> {
    // What the smart account gave can be withdrawn while the plain one is in use.
    const found = await activeAccount(deps, of, chainId, isWithdrawal ? 'smartAccount' : undefined)
    const networks = (await deps.smartNetworks?.()) ?? []
    const isOn = networks.some(each => each.chainId === chainId && each.permissions === 'unaudited')
    if (!isOn || !deps.services || found.type !== 'smartAccount') throw refusal('unsupported')
    return [deps.services, found]
  }

  /** A permission counts on the network that the wallet shows (T61), and for the account in use. */
  function checkPlace(asked: { readonly chainId: Hex; readonly from?: Hex | undefined }): void {
    if (BigInt(asked.chainId) !== BigInt(id)) throw refusal('chainDisconnected')
    if (asked.from !== undefined && asked.from.toLowerCase() !== account.toLowerCase())
      throw refusal('unauthorized')
  }

  async function grant(asked: AskedPermission): Promise<PermissionSession> {
    refuseOwn(asked, [account, smart.safe.owner, delegatorOf(account).address])
    const calls = await setUpCalls(deps, chainId, smart.safe)
    let session: PermissionSession | undefined
    await decide({ ...base, is: 'permission', ...asked, ...operationOf(calls) }, async work => {
      session = await grantPermission(deps, work)
    })
    if (!session) throw refusal('internal')
    return session
  }

  async function withdraw(context: unknown): Promise<JsonValue> {
    const session = (await sessions.list()).find(each => isContextOf(each, context))
    if (!session) throw refusal('invalidParams', { message: 'There is no such permission.' })
    if (session.state === 'revoked') return {}
    const { pci, to, permission, delegator } = session
    const calls = [{ to: delegator, value: 0n, data: encodeDisable(session.context) }]
    if (delegator !== delegatorOf(account).address) throw refusal('internal')
    await decide({ ...base, is: 'permission', permission, to, withdraws: pci, ...operationOf(calls) }, work =>
      withdrawPermission(deps, work),
    )
    return {}
  }

  function operationOf(calls: readonly OperationCall[]): { operation?: OperationAsked } {
    if (calls.length === 0) return {}
    const isSponsored = smart.sponsor !== undefined
    return { operation: { safe: smart.safe, calls, answers: 'transaction', isSponsored } }
  }

  function decide(
    request: PermissionRequest,
    run: (work: Parameters<typeof grantPermission>[1]) => Promise<void>,
  ): Promise<JsonValue> {
    return approvals.ask(
      deepFreeze(request),
      async given => {
        // Who logged out meanwhile signs nothing any more.
        const now = await deps.login()
        if (now?.account !== login?.account || !now) throw refusal('unauthorized')
        await run({ place, login: now, request, safe: smart.safe, given })
        return null
      },
      (update, signal) => prepareApproval(deps, request, update, signal),
    )
  }
}

/** What a holder needs to use a permission (ERC-7710). The account and its delegator are on the chain by then. */
function proofOf(session: PermissionSession): Readonly<Record<string, JsonValue>> {
  const from = session.account.split(':')[2] ?? ''
  return { from, context: session.context, delegationManager: permissionContracts.manager, dependencies: [] }
}

/** A permission that was given, in ERC-7715's words. */
function answerOf(session: PermissionSession, chainId: Hex): JsonValue {
  const { permission, to } = session
  const rules: JsonValue[] = [{ type: 'expiry', data: { timestamp: permission.expiry } }]
  const common = { chainId, to, ...proofOf(session) }
  if (permission.is === 'calls') {
    const { target, selectors } = permission
    const data = { address: target, selectors: [...selectors] }
    return { ...common, rules, permission: { type: 'contract-call', isAdjustmentAllowed: false, data } }
  }
  const { token, payee } = permission
  if (payee !== undefined) rules.push({ type: 'payee', data: { addresses: [payee] } })
  const data = {
    ...(token !== undefined && { tokenAddress: token }),
    ...(permission.is === 'allowance' && { allowanceAmount: permission.amount }),
    ...(permission.is === 'periodic' && {
      periodAmount: permission.amount,
      periodDuration: permission.seconds,
      startTime: permission.start,
    }),
    ...(permission.is === 'stream' && {
      initialAmount: permission.initial,
      maxAmount: permission.most,
      amountPerSecond: permission.perSecond,
      startTime: permission.start,
    }),
  }
  const type = `${token === undefined ? 'native' : 'erc20'}-token-${permission.is}`
  return { ...common, rules, permission: { type, isAdjustmentAllowed: false, data } }
}
