import type { CaipNetworkId } from 'latchkey/contract'
import type { JsonValue } from 'latchkey/services'
import { changeKept } from '../../store/changeKept.ts'
import type { ApprovalRequest } from '../approval.ts'
import type { Approvals } from '../createApprovals.ts'
import type { ProviderDeps } from '../deps.ts'
import { keptSolanaReceivers } from '../kept.ts'
import type { LoggedIn } from '../loggedIn.ts'
import { parseParams } from '../parseParams.ts'
import { refusal } from '../refusal.ts'
import { prepareSolana } from './prepareSolana.ts'
import { readSolanaRequest } from './readSolanaRequest.ts'
import { checkCluster, sendSolana } from './sendSolana.ts'
import { signMessage, signTransactions } from './signSolana.ts'

const mostReceivers = 100

/**
 * Asks the visitor for what a page wants of the Solana account, and does it (SPEC §6).
 * @throws LatchkeyError with EIP-1193's number and words as `rpc` in its context.
 */
export async function approveSolana(
  deps: ProviderDeps,
  approvals: Approvals,
  asked: { readonly chainId: CaipNetworkId; readonly method: string; readonly params: unknown },
): Promise<JsonValue> {
  const { chainId, method, params } = asked
  const login = await deps.login()
  if (!login) throw refusal('unauthorized')
  // Each request names its network; one that the page does not list is none of its own (T61).
  if (!deps.networks()?.includes(chainId)) throw refusal('chainDisconnected')
  const request = readSolanaRequest(method, params, {
    host: deps.host,
    chainId,
    account: login.addresses.solana,
  })
  return approvals.ask(
    request,
    async () => {
      // Who logged out meanwhile signs nothing any more.
      const now = await deps.login()
      if (now?.account !== login.account) throw refusal('unauthorized')
      if (request.is === 'solanaMessage') return { signature: await signMessage(now, request) }
      if (request.is !== 'solanaTransactions') throw refusal('unauthorized')
      return request.sends ? send(deps, now, request, params) : hand(method, now, request)
    },
    (update, signal) => prepareSolana(deps, request, update, signal),
  )
}

type Transactions = Extract<ApprovalRequest, { is: 'solanaTransactions' }>

async function send(
  deps: ProviderDeps,
  login: LoggedIn,
  request: Transactions,
  params: unknown,
): Promise<JsonValue> {
  const { options = {} } = parseParams('solana_signAndSendTransaction', params)
  const nodes = deps.nodes(request.chainId)
  await checkCluster(nodes, request.chainId)
  const [signed] = await signTransactions(login, request)
  if (!signed) throw refusal('invalidParams')
  await sendSolana(nodes, signed, { clock: deps.clock, wishes: options })
  // Who got something from here is known from then on (T63); of tokens, whose account it is as well.
  const to = request.transactions.flatMap(({ effects }) =>
    effects.flatMap(each => {
      if (each.is === 'transfer') return [each.to]
      return each.is === 'tokenTransfer' ? [...(each.owner ? [each.owner] : []), each.to] : []
    }),
  )
  if (to.length > 0)
    await changeKept(deps, keptSolanaReceivers, (before = []) =>
      [...new Set([...to, ...before])].slice(0, mostReceivers),
    )
  return { signature: signed.id }
}

async function hand(method: string, login: LoggedIn, request: Transactions): Promise<JsonValue> {
  const signed = await signTransactions(login, request)
  if (method === 'solana_signAllTransactions') return { transactions: signed.map(({ wire }) => wire) }
  const [only] = signed
  if (!only) throw refusal('invalidParams')
  return { signature: only.signature, transaction: only.wire }
}
