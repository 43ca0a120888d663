/** Allowances that were approved from here and are still there without a swap or payment that needs them (reference money §1.5). */
import type { CaipNetworkId } from '../../../contract/caip.ts'
import { createError } from '../../../contract/errors/createError.ts'
import type { EntryLeg, JournalEntry, PaymentEntry, SwapEntry } from '../../../contract/journal.ts'
import { type Spelling, spelledOnce } from '../../../contract/namespaceFacts.ts'
import { factsOf } from '../../base/factsOf.ts'
import { createMachine } from '../../base/machine.ts'
import type { Engine } from '../../engine.ts'
import { type ActiveAccount, activeAccount } from '../accounts/activeAccount.ts'
import { isSettled } from '../journal/isSettled.ts'
import type { Allowances, OpenAllowance } from './allowances.ts'
import { toApprovalEntry } from './approvalEntry.ts'
import { loadSwapping } from './readQuotes.ts'
import { submitApproval } from './submitApproval.ts'

/** A grant that the journal knows of. */
interface Grant extends EntryLeg {
  readonly spender: string
  /** The id of the swap or payment that it is for. */
  readonly for: string | undefined
}

/** The allowances of one engine; they end with it. */
export function createAllowances({ ctx }: Pick<Engine, 'ctx'>): Allowances {
  const open = createMachine<readonly OpenAllowance[], readonly OpenAllowance[]>([], (_, next) => next)
  let reading = new AbortController()

  async function refresh(): Promise<void> {
    reading.abort()
    reading = new AbortController()
    const { signal } = reading
    const account = activeAccount(ctx)
    const journal = await ctx.journal()
    const grants = account ? grantsOf(await journal.refresh(), account, spellingOf(account)) : []
    const read = account ? await Promise.all(grants.map(grant => readGrant(account, grant, signal))) : []
    if (signal.aborted || activeAccount(ctx)?.owner !== account?.owner) return
    open.dispatch(read.flatMap(each => each ?? []))
  }

  const spellingOf = ({ namespace }: ActiveAccount) => factsOf(ctx.config, namespace).tokens

  /** Undefined for one that is used up, and for one that no node can say anything of: it stays in the journal. */
  async function readGrant(
    { owner, network }: ActiveAccount,
    { asset, spender }: Grant,
    signal: AbortSignal,
  ): Promise<OpenAllowance | undefined> {
    const { caipNetworkId } = network
    const before = open
      .getState()
      .find(
        each =>
          each.caipNetworkId === caipNetworkId &&
          each.token.address === asset.address &&
          each.spender === spender,
      )
    try {
      const swapping = await loadSwapping(ctx, network)
      const grant = { from: owner, token: asset.address as string, spender }
      const value = await swapping.allowance(ctx.rpc(network), grant, signal)
      const amount = { value, decimals: asset.decimals }
      return value > 0n ? { token: asset, spender, amount, caipNetworkId } : undefined
    } catch {
      return before
    }
  }

  async function revoke({ token, spender, caipNetworkId }: OpenAllowance): Promise<void> {
    const account = activeAccount(ctx)
    if (!account) throw createError('NOT_CONNECTED')
    const { owner: from, network } = account
    if (network.caipNetworkId !== caipNetworkId)
      throw createError('SEND_FAILED', { context: { reason: 'other-network' } })
    if (token.address === undefined) throw createError('SEND_INCOMPLETE')
    const swapping = await loadSwapping(ctx, network)
    const call = swapping.approval({ token: token.address, spender, amount: 0n })
    const step = { call, amount: 0n }
    const own = { id: ctx.random.id(), at: ctx.clock.now(), spender }
    const entry = toApprovalEntry({ from, network, sell: token }, step, own)
    const journal = await ctx.journal()
    // Two presses are one.
    const key = `revoke ${from} ${token.address} ${spender}`
    await journal.once(key, () =>
      submitApproval(ctx, journal, { from, network, step, entry, signal: ctx.signal }),
    )
    await refresh()
  }

  const later = () => void refresh().catch(() => undefined)
  const offs = [
    ctx.facts.on('swapSettled', later),
    ctx.facts.on('paymentSettled', later),
    ctx.connections.subscribe((now, before) => {
      if (now.active !== before.active || now.activeNamespace !== before.activeNamespace) later()
    }),
  ]
  ctx.signal.addEventListener('abort', () => {
    for (const off of offs) off()
  })

  return { open, refresh, revoke }
}

/** What was approved from here, each once, without those whose swap or payment is not settled. */
function grantsOf(
  entries: readonly JournalEntry[],
  { owner, network }: ActiveAccount,
  spelling: Spelling,
): readonly Grant[] {
  const own = entries.filter(
    ({ from, caipNetworkId }) => from === owner && caipNetworkId === (network.caipNetworkId as CaipNetworkId),
  )
  const busy = new Set(own.flatMap(each => (swaps(each) && !isSettled(each) ? each.id : [])))
  const grants = own.flatMap((entry): Grant[] => {
    if (entry.kind === 'approval' && entry.status !== 'rejected' && !/^0*(?:\.0*)?$/.test(entry.amount))
      return [{ asset: entry.asset, amount: entry.amount, spender: entry.spender, for: entry.for }]
    if (!swaps(entry) || !entry.allowance || entry.status === 'rejected') return []
    return [{ ...entry.allowance, for: entry.id }]
  })
  const seen = new Set<string>()
  return grants.filter(({ asset, spender, for: what }) => {
    if (asset.address === undefined || (what !== undefined && busy.has(what))) return false
    const key = `${spelledOnce(asset.address, spelling)} ${spelledOnce(spender, spelling)}`
    return !seen.has(key) && seen.add(key) !== undefined
  })
}

/** What may have been allowed for: a payment may be made by a swap. */
function swaps(entry: JournalEntry): entry is SwapEntry | PaymentEntry {
  return entry.kind === 'swap' || entry.kind === 'payment'
}
