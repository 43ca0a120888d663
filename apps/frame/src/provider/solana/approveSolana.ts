import type { CaipNetworkId } from 'latchkey/contract'
import type { JsonValue } from 'latchkey/services'
import { changeKept } from '../../store/changeKept.ts'
import type { ApprovalProgress, ApprovalRequest } from '../approval.ts'
import type { Approvals } from '../createApprovals.ts'
import type { ProviderDeps } from '../deps.ts'
import { keptSolanaReceivers } from '../kept.ts'
import type { LoggedIn } from '../loggedIn.ts'
import { networkFacts } from '../networkFacts.ts'
import { parseParams } from '../parseParams.ts'
import { refusal } from '../refusal.ts'
import { prepareSolana } from './prepareSolana.ts'
import { readSolanaRequest } from './readSolanaRequest.ts'
import { readTables } from './readTables.ts'
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
  const asking = {
    host: deps.host,
    chainId,
    account: login.addresses.solana,
    network: networkFacts(chainId, deps.described),
  }
  // Once without the tables of the chain: what makes no sense, or is never signed, asks no node.
  const first = readSolanaRequest(method, params, asking)
  const tables = await readTables(deps.nodes(chainId), wiresOf(first))
  const request = tables.size > 0 ? readSolanaRequest(method, params, asking, tables) : first
  return approvals.ask(
    request,
    async given => {
      // Who logged out meanwhile signs nothing any more.
      const now = await deps.login()
      if (now?.account !== login.account) throw refusal('unauthorized')
      if (request.is === 'solanaMessage') return { signature: await signMessage(now, request) }
      if (request.is !== 'solanaTransactions') throw refusal('unauthorized')
      return request.sends
        ? send(deps, now, { request, params, holders: given.agreed.holders })
        : hand(method, now, request)
    },
    (update, signal) => prepareSolana(deps, request, update, signal),
  )
}

function wiresOf(request: ApprovalRequest): readonly string[] {
  return request.is === 'solanaTransactions' ? request.transactions.map(({ wire }) => wire) : []
}

type Transactions = Extract<ApprovalRequest, { is: 'solanaTransactions' }>

async function send(
  deps: ProviderDeps,
  login: LoggedIn,
  approved: {
    readonly request: Transactions
    readonly params: unknown
    readonly holders: ApprovalProgress['holders']
  },
): Promise<JsonValue> {
  const { request, params, holders = {} } = approved
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
      if (each.is !== 'tokenTransfer') return []
      const owner = each.owner ?? holders[each.to]?.owner
      return [...(owner === undefined ? [] : [owner]), each.to]
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
