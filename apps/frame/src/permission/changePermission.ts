import { fieldOf, type Hex, isSameAddress } from 'latchkey/evmcodec'
import {
  canonicalJson,
  type JsonValue,
  type PermissionSession,
  permissionContracts,
  revocationDomain,
  revocationTypes,
} from 'latchkey/services'
import { randomBytes, toBytes, toHex } from '../keys/bytes.ts'
import { signOwnerDigest } from '../keys/signWith.ts'
import type { ApprovalRequest } from '../provider/approval.ts'
import type { ApprovedWork } from '../provider/createApprovals.ts'
import type { ProviderDeps } from '../provider/deps.ts'
import type { LoggedIn } from '../provider/loggedIn.ts'
import { networkFacts } from '../provider/networkFacts.ts'
import { refusal } from '../provider/refusal.ts'
import { withSigned } from '../provider/withSigned.ts'
import type { OperationCall } from '../smartaccount/encodeOperationCalls.ts'
import { isDeployed } from '../smartaccount/isDeployed.ts'
import type { SafeAccount } from '../smartaccount/safeAccountOf.ts'
import { safeMessageDigest } from '../smartaccount/safeMessageDigest.ts'
import { formatSignature, signSafeMessage } from '../smartaccount/signSafeMessage.ts'
import { createSessions, type ServicesPlace } from './createSessions.ts'
import { delegationDigest, delegationMessage, delegatorOf } from './delegatorOf.ts'

type PermissionRequest = Extract<ApprovalRequest, { is: 'permission' }>

/** What an approved change works with. */
export interface PermissionWork {
  readonly place: ServicesPlace
  readonly login: LoggedIn
  readonly request: PermissionRequest
  readonly safe: SafeAccount
  readonly given: ApprovedWork
}

/**
 * The calls that let a Safe give permissions on a network: they make its delegator and enable it as a module. None where
 * that was done.
 * @throws LatchkeyError with -32002 where the nodes do not say
 */
export async function setUpCalls(
  deps: Pick<ProviderDeps, 'nodes'>,
  chainId: PermissionRequest['chainId'],
  { address }: SafeAccount,
): Promise<readonly OperationCall[]> {
  const nodes = deps.nodes(chainId)
  const delegator = delegatorOf(address)
  const module = delegator.address.slice(2).toLowerCase().padStart(64, '0')
  const [isThere, hasDelegator] = await Promise.all([
    isDeployed(nodes, address),
    isDeployed(nodes, delegator.address),
  ])
  if (isThere === undefined || hasDelegator === undefined) throw refusal('unavailable')
  // isModuleEnabled(address)
  const asked = [{ to: address, data: `0x2d9ad53d${module}` }, 'latest']
  const enabled = isThere ? await nodes('eth_call', asked).catch(() => undefined) : `0x${'0'.repeat(64)}`
  if (typeof enabled !== 'string' || !/^0x0{63}[01]$/.test(enabled)) throw refusal('unavailable')
  if (enabled.endsWith('1') && hasDelegator) return []
  return [
    ...(hasDelegator
      ? []
      : [{ to: permissionContracts.create2, value: 0n, data: delegator.creation } as const]),
    // enableModule(address)
    ...(enabled.endsWith('1') ? [] : [{ to: address, value: 0n, data: `0x610b5925${module}` } as const]),
  ]
}

/**
 * Gives an approved permission: it sets the account up where that is needed, signs the delegation, and has the services
 * list it. A permission that is not listed is never given away.
 */
export async function grantPermission(deps: ProviderDeps, work: PermissionWork): Promise<PermissionSession> {
  const { place, login, request, safe } = work
  const { account, chainId, permission, to } = request
  await sendCalls(deps, work)
  const salt: Hex = `0x${toHex(randomBytes(32))}`
  const message = delegationMessage({ account, to, permission, salt })
  const id = networkFacts(chainId).id
  const digest = safeMessageDigest(delegationDigest(message, id), account, id)
  const signed = toBytes(canonicalJson({ chainId, delegation: message as unknown as JsonValue }))
  const signature = await withSigned(login, { is: 'delegation', signed }, entropy =>
    signOwnerDigest(entropy, digest, safe.owner),
  )
  const session = await createSessions(place, { chainId, account }).add({
    to,
    permission,
    salt,
    signature: formatSignature(signature),
  })
  if (!isSameAddress(session.delegator, message.delegator) || !isSameAddress(session.to, to))
    throw refusal('internal')
  return session
}

/** Withdraws an approved permission: from the services' list at once, and on the chain by an operation of the account. */
export async function withdrawPermission(deps: ProviderDeps, work: PermissionWork): Promise<void> {
  const { place, login, request } = work
  const { account, chainId, withdraws } = request
  if (!withdraws) throw refusal('internal')
  const id = networkFacts(chainId).id
  const signature = await signSafeMessage(
    login,
    {
      host: request.host,
      account,
      chainId,
      is: 'typed',
      isEverywhere: false,
      data: {
        types: {
          EIP712Domain: [
            { name: 'name', type: 'string' },
            { name: 'version', type: 'string' },
            { name: 'chainId', type: 'uint256' },
            { name: 'verifyingContract', type: 'address' },
          ],
          ...revocationTypes,
        },
        primaryType: 'RevokePermission',
        domain: { ...revocationDomain(id, account), chainId: String(id) },
        message: { pci: withdraws, chainId: String(id) },
      },
    },
    deps.nodes(chainId),
  )
  const { session } = await createSessions(place, { chainId, account }).revoke({ pci: withdraws, signature })
  if (session.state === 'revoked') return
  await sendCalls(deps, work)
}

/** Has the account make the calls that were shown, and waits until they are done. */
async function sendCalls(deps: ProviderDeps, { login, request, given }: PermissionWork): Promise<void> {
  const { account, chainId, host, operation } = request
  if (!operation) return
  const { sendOperation } = await import('../provider/operation/sendOperation.ts')
  let outcome: JsonValue | Promise<JsonValue> | undefined
  await sendOperation(deps, {
    login,
    request: { host, account, chainId, is: 'calls', calls: operation.calls, effects: [], operation },
    asked: operation,
    id: undefined,
    given: {
      ...given,
      answer(value) {
        outcome = value
      },
    },
    async sent() {},
  })
  if (typeof (await outcome) !== 'string') throw refusal('internal')
}

/** Whether a text is the context of a permission: how far the page's word goes is decided by the services' list. */
export function isContextOf(session: PermissionSession, context: unknown): boolean {
  return typeof context === 'string' && fieldOf(session, 'context') === context.toLowerCase()
}
