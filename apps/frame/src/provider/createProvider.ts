import { type CaipNetworkId, createError, limits } from 'latchkey/contract'
import { parseAddress, toQuantity } from 'latchkey/evmcodec'
import { embeddedRpcKind, type FramePayload, type JsonValue } from 'latchkey/services'
import { type Effect, flattenEffects } from '../approve/effects/effect.ts'
import { type KnownContracts, knownContracts } from '../approve/effects/knownContracts.ts'
import { changeKept } from '../store/changeKept.ts'
import { type ActiveAccount, activeAccount, smartAddress } from './activeAccount.ts'
import type { ApprovalRequest } from './approval.ts'
import { createApprovals } from './createApprovals.ts'
import type { ProviderDeps } from './deps.ts'
import { type BatchingAccount, findPlainAccount } from './findPlainAccount.ts'
import { inTurn } from './inTurn.ts'
import { keptNetwork, keptReceivers } from './kept.ts'
import type { LoggedIn } from './loggedIn.ts'
import { networkFacts } from './networkFacts.ts'
import { NodeFault } from './nodes.ts'
import { parseParams } from './parseParams.ts'
import { prepareApproval } from './prepareApproval.ts'
import { type Asking, type ReadRequest, readRequest } from './readRequest.ts'
import { notAllowed, refusal } from './refusal.ts'
import { createSendApproved } from './sendApproved.ts'
import { batchStatus, hasBatch, sendBatch } from './sendBatch.ts'
import { signApproved } from './signApproved.ts'

/** The wallet's provider for one page: what its calls come to (SPEC §6). */
export interface FrameProvider {
  /** @throws LatchkeyError with EIP-1193's number and words as `rpc` in its context. */
  request(asked: FramePayload<'RPC_REQUEST'>): Promise<JsonValue>
  network(): Promise<CaipNetworkId>
  /** @throws LatchkeyError NETWORK_NOT_FOUND with 4902 for one that the page does not list. */
  switchNetwork(network: CaipNetworkId): Promise<CaipNetworkId>
  /** Takes back whatever waits for the visitor. */
  abort(): void
}

const mostReceivers = 100
/** Reads that the nodes are asked at once: a page may want a hundred balances, and none of them is late by waiting here. */
const mostReads = 64

export function createProvider(deps: ProviderDeps): FrameProvider {
  const { store, clock } = deps
  const approvals = createApprovals(deps)
  const send = createSendApproved(deps)
  const takeTurn = inTurn(mostReads)
  /** The batches of this page that are not stored yet. */
  const batchesInWork = new Set<string>()

  /** Those of eip155 that the page lists; Ethereum when it lists none. */
  const listed = (): readonly CaipNetworkId[] => {
    const networks = deps.networks()?.filter(each => each.startsWith('eip155:')) ?? []
    return networks.length > 0 ? networks : [`eip155:${limits.defaultChainId}`]
  }

  /** Where the wallet is under this page, from the first time on that it was asked: other tabs do not move it. */
  let chosen: CaipNetworkId | undefined

  async function network(): Promise<CaipNetworkId> {
    const isListed = deps.networks() !== undefined
    const kept = chosen ?? (await store.read(keptNetwork))
    const networks = listed()
    // Another call may have switched it meanwhile.
    const wanted = chosen ?? kept
    const found = wanted !== undefined && networks.includes(wanted) ? wanted : (networks[0] as CaipNetworkId)
    if (isListed) chosen = found
    return found
  }

  async function own(chainId: CaipNetworkId, method: string, params: unknown): Promise<JsonValue> {
    const id = () => network().then(each => networkFacts(each).id)
    switch (method) {
      case 'eth_chainId':
        return toQuantity(await id())
      case 'net_version':
        return String(await id())
      case 'net_listening':
        return true
      case 'wallet_getCapabilities':
        return capabilities(params)
      case 'wallet_getAssets':
        return (await import('./listAssets.ts')).listAssets(deps, listed(), params)
      case 'wallet_revokePermissions':
        return revoke(chainId, params)
      case 'wallet_getCallsStatus': {
        const [batch] = parseParams('wallet_getCallsStatus', params)
        return batchStatus(deps, batch)
      }
      default: {
        const login = await deps.login()
        if (!login && method === 'eth_requestAccounts') throw refusal('unauthorized')
        return login ? [(await accountOn(login, await network())).address] : []
      }
    }
  }

  /** The account in use on a network. */
  function accountOn(login: LoggedIn, chainId: CaipNetworkId): Promise<ActiveAccount> {
    return activeAccount(deps, login, chainId)
  }

  function batchingOn({ address }: ActiveAccount, chainId: CaipNetworkId) {
    return findPlainAccount(deps, address, chainId)
  }

  async function capabilities(params: unknown): Promise<JsonValue> {
    const [address, chains] = parseParams('wallet_getCapabilities', params)
    const login = await deps.login()
    if (!login) throw refusal('unauthorized')
    const accounts = await Promise.all(
      listed().map(async each => [toQuantity(networkFacts(each).id), await accountOn(login, each)] as const),
    )
    const wanted = address === undefined ? undefined : parseAddress(address)
    const isOwn = wanted === login.addresses.eip155 || accounts.some(([, each]) => each.address === wanted)
    if (address !== undefined && !isOwn) throw refusal('unauthorized')
    const asked = chains?.map(chain => toQuantity(BigInt(chain)))
    // What an account is not used on, it can do nothing on.
    const answered = accounts.filter(
      ([id, account]) =>
        (asked?.includes(id) ?? true) && (wanted === undefined || account.address === wanted),
    )
    const abilities = answered.map(async ([id, account]) => {
      const batching = account.type === 'eoa' ? await batchingOn(account, `eip155:${BigInt(id)}`) : undefined
      return [id, abilitiesOf(account, batching)] as const
    })
    return Object.fromEntries(await Promise.all(abilities))
  }

  async function read(chainId: CaipNetworkId, method: string, params: unknown): Promise<JsonValue> {
    if (!listed().includes(chainId)) throw refusal('chainDisconnected')
    if (!Array.isArray(params)) throw refusal('invalidParams')
    try {
      return (await takeTurn(() => deps.nodes(chainId)(method, params))) as JsonValue
    } catch (cause) {
      if (!(cause instanceof NodeFault)) throw refusal('unavailable')
      const { code, message, data } = cause
      throw createError('UNKNOWN', {
        cause,
        context: { rpc: { code, message, ...(isShort(data) && { data }) } },
      })
    }
  }

  async function approve(chainId: CaipNetworkId, method: string, params: unknown): Promise<JsonValue> {
    const login = await deps.login()
    if (!login) throw refusal('unauthorized')
    // An approval counts on the network that the wallet shows (T61).
    if (chainId !== (await network())) throw refusal('chainDisconnected')
    const named = networkFacts(chainId, deps.described)
    const account = await accountOn(login, chainId)
    const smart = account.type === 'smartAccount' ? account : undefined
    const asking = {
      host: deps.host,
      chainId,
      account: account.address,
      ...(account.type === 'eoa' && account.isFallback && { isFallback: true }),
      network: named,
      ...(deps.payee && { payee: deps.payee }),
    }
    const known = knownContracts(chainId, deps.contracts)
    const asked =
      method === 'eth_sendUserOperation'
        ? await readBuilt(params, asking, smart, known)
        : readRequest(method, params, asking, known, {
            smart,
            ...(method === 'wallet_sendCalls' && !smart && { batching: await batchingOn(account, chainId) }),
            ...(method === 'eth_signTypedData_v4' && { others: await ownAddresses(login) }),
          })
    const id = asked.batch?.id
    if (id === undefined) return decide(login, asked)
    if (batchesInWork.has(id)) throw refusal('duplicateId')
    batchesInWork.add(id)
    try {
      if (await hasBatch(store, id)) throw refusal('duplicateId')
      return await decide(login, asked)
    } finally {
      batchesInWork.delete(id)
    }
  }

  /** An operation that the page built. @throws LatchkeyError with 4200 where the account is the plain one */
  async function readBuilt(
    params: unknown,
    asking: Asking,
    smart: Extract<ActiveAccount, { type: 'smartAccount' }> | undefined,
    known: KnownContracts,
  ): Promise<ReadRequest> {
    if (!smart) throw refusal('unsupported')
    const { readUserOperation } = await import('./operation/readUserOperation.ts')
    return readUserOperation(params, asking, smart, known)
  }

  async function decide(login: LoggedIn, asked: ReadRequest): Promise<JsonValue> {
    const { request } = asked
    // The wallet may have moved since it was looked at.
    if (chosen !== undefined && chosen !== request.chainId) throw refusal('chainDisconnected')
    return approvals.ask(
      request,
      async given => {
        // Who logged out meanwhile signs nothing any more.
        const now = await deps.login()
        if (now?.account !== login.account || request.is === 'blocked' || request.is === 'permission')
          throw refusal('unauthorized')
        if (request.is === 'calls') return sendCalls(now, request, asked, given)
        return signApproved(now, request, deps.nodes(request.chainId))
      },
      (update, signal) => prepareApproval(deps, request, update, signal),
    )
  }

  async function sendCalls(
    login: LoggedIn,
    request: Extract<ApprovalRequest, { is: 'calls' }>,
    { batch }: ReadRequest,
    given: Parameters<Parameters<typeof approvals.ask>[1]>[0],
  ): Promise<JsonValue> {
    const { account, chainId, calls, effects, gas, operation } = request
    const [call] = calls
    if (operation) {
      const { sendOperation } = await import('./operation/sendOperation.ts')
      const all = () => remember(effects)
      return sendOperation(deps, { login, request, asked: operation, id: batch?.id, given, sent: all })
    }
    const sent = (at: number) => remember(effects.slice(at, at + 1))
    if (batch || !call) return sendBatch(deps, { login, request, id: batch?.id, send, sent, given })
    const [fee] = given.agreed.fees ?? []
    const hash = await send(login, { account, chainId, call, gas, fee })
    await sent(0)
    return hash
  }

  /** Who got something from here is known from then on (T63). */
  async function remember(effects: readonly Effect[]): Promise<void> {
    const to = flattenEffects(effects).flatMap(effect =>
      effect.is === 'transfer' || effect.is === 'nft' ? [effect.to.toLowerCase()] : [],
    )
    if (to.length === 0) return
    await changeKept(deps, keptReceivers, (before = []) =>
      [...new Set([...to, ...before])].slice(0, mostReceivers),
    )
  }

  /** Not every network carries the smart account: where it does not, the address is another one. */
  async function addressOn(chainId: CaipNetworkId): Promise<string | undefined> {
    const login = await deps.login()
    return login && (await accountOn(login, chainId)).address
  }

  /** EIP-2255: the page gives up its accounts; what `wallet_grantPermissions` gave is not meant. */
  async function revoke(chainId: CaipNetworkId, params: unknown): Promise<JsonValue> {
    const has = (name: string) => Array.isArray(params) && Object.hasOwn(Object(params[0]), name)
    if (has('permissionContext')) return permission(chainId, 'wallet_revokeExecutionPermission', params)
    if (!has('eth_accounts')) throw refusal('unsupported')
    deps.emit('PROVIDER', { event: 'disconnect' })
    return null
  }

  /** Permissions of a smart account (ERC-7715), where the operator turned them on. */
  async function permission(chainId: CaipNetworkId, method: string, params: unknown): Promise<JsonValue> {
    const asked = structuredClone(params)
    if (!chainId.startsWith('eip155:') || chainId !== (await network())) throw refusal('chainDisconnected')
    const { answerPermission } = await import('../permission/answerPermission.ts')
    return answerPermission(deps, approvals, { chainId, method, params: asked })
  }

  return {
    async request({ chainId, method, params = [] }) {
      const kind = embeddedRpcKind(method)
      if (kind === undefined || kind === 'page') {
        // SPEC §4 "A method not in the allowed list".
        await clock.wait(limits.alertDelay)
        approvals.abortAll()
        throw notAllowed(method)
      }
      if (kind === 'later') throw refusal('unsupported')
      if (kind === 'permission') return permission(chainId, method, params)
      if (kind === 'own') return own(chainId, method, params)
      // Copy at once, so that a later change by the page has no effect (T62).
      const asked = structuredClone(params)
      if (kind === 'read') return read(chainId, method, asked)
      // Each namespace signs by its own methods, on its own networks.
      if (method.startsWith('solana_') !== chainId.startsWith('solana:')) throw refusal('chainDisconnected')
      if (!method.startsWith('solana_')) return approve(chainId, method, asked)
      const { approveSolana } = await import('./solana/approveSolana.ts')
      return approveSolana(deps, approvals, { chainId, method, params: asked })
    },
    network,
    async switchNetwork(wanted) {
      // Each request of Solana names its network itself: nothing is to be stored, or told to libraries of EIP-1193.
      if (wanted.startsWith('solana:') && deps.networks()?.includes(wanted)) {
        approvals.moved(wanted)
        return wanted
      }
      if (!listed().includes(wanted)) throw refusal('unknownChain')
      const before = await network()
      if (wanted === before) return wanted
      chosen = wanted
      approvals.moved(wanted)
      const [old, address] = [await addressOn(before), await addressOn(wanted)]
      // Another call moved it further meanwhile, and says so.
      if (chosen !== wanted) return network()
      // Both at once: no page is to see an address on a network where it is not in use.
      deps.emit('PROVIDER', { event: 'chainChanged', chainId: wanted })
      if (address !== undefined && address !== old)
        deps.emit('PROVIDER', { event: 'accountsChanged', accounts: [address] })
      await store.write(keptNetwork, wanted)
      return wanted
    },
    abort: approvals.abortAll,
  }
}

/** What an account can do with several calls (EIP-5792). What it cannot is left out. */
function abilitiesOf({ type }: ActiveAccount, batching: BatchingAccount | undefined): JsonValue {
  // `inOrder` is our own word for what `sendBatch` does: one by one, and none after one that cannot be sent.
  if (type === 'eoa' && (!batching || batching.plain.isNew))
    return { atomic: { status: batching ? 'ready' : 'unsupported' }, inOrder: { supported: true } }
  return { atomic: { status: 'supported' }, paymasterService: { supported: true } }
}

/** Every address that a signature could act for: the accounts, and who owns one of them. */
async function ownAddresses({ addresses }: LoggedIn): Promise<readonly string[]> {
  const { eip155, owner } = addresses
  return [eip155, owner, await smartAddress(addresses)].filter(each => each !== undefined)
}

/** What goes along with an error: a revert's data, but not a page of it. */
function isShort(data: unknown): boolean {
  return data !== undefined && JSON.stringify(data).length <= 30_000
}
