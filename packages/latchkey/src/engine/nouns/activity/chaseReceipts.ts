import { addressOf, namespaceOf, networkIdOf } from '../../../contract/caip.ts'
import { limits } from '../../../contract/limits.ts'
import { isSameId, spelledOnce } from '../../../contract/namespaceFacts.ts'
import { factsOf } from '../../base/factsOf.ts'
import type { EngineContext } from '../../context.ts'
import type { Activity, ActivityState } from './activity.ts'
import type { IdFacts } from './idFacts.ts'

/** Milliseconds to the next look for a transaction that its receipt speaks of and the index does not have yet; doubles. */
const chase = 1_000
/** For how long after the receipt it is looked for. */
const chaseTime = 120_000

export interface ChaseContext {
  readonly clock: EngineContext['clock']
  readonly config: Parameters<typeof factsOf>[0]
}

export interface ChaseOptions {
  readonly machine: Activity['machine']
  /** Reads the first page, where the visitor can see it. */
  readonly look: () => Promise<void>
}

/**
 * Looks sooner while a transfer of ours has a receipt that the list does not have; fetched with the first transfer.
 * Answers the stop.
 */
export function chaseReceipts({ clock, config }: ChaseContext, { machine, look }: ChaseOptions): () => void {
  let isOver = false
  let tries = 0
  let cancel = () => {}

  const factsFor = ({ account }: Pick<ActivityState, 'account'>) =>
    factsOf(config, account ? namespaceOf(account) : '')
  const hashes = (state: ActivityState) => minedOf(state, factsFor(state)).join()

  function plan(): void {
    cancel()
    if (isOver) return
    const state = machine.getState()
    if (!isMissed(state, factsFor(state), clock.now())) {
      tries = 0
      return
    }
    cancel = clock.setTimeout(
      () => {
        tries += 1
        void look().then(plan)
      },
      Math.min(chase * 2 ** tries, limits.transactionCache),
    )
  }

  const off = machine.subscribe((state, before) => {
    if (state.sends !== before.sends && hashes(state) !== hashes(before)) tries = 0
    plan()
  })
  plan()
  return () => {
    isOver = true
    off()
    cancel()
  }
}

/** Hashes that receipts of this account on its network speak of: transfers of other accounts or networks do not come into its list. */
function minedOf(
  { account, sends }: Pick<ActivityState, 'account' | 'sends'>,
  facts: IdFacts,
): readonly string[] {
  if (!account) return []
  return sends.flatMap(sent => {
    const receipt = sent.kind === 'order' ? undefined : sent.receipt
    const isOurs =
      sent.caipNetworkId === networkIdOf(account) &&
      isSameId(addressOf(sent.from), addressOf(account), facts.addresses)
    if (!receipt || !isOurs) return []
    return spelledOnce(receipt.status === 'replaced' ? receipt.by : receipt.hash, facts.transactions.spelling)
  })
}

/** Whether a recent transfer has a receipt, and the list does not have its transaction. */
function isMissed({ account, at, sends, transactions }: ActivityState, facts: IdFacts, now: number): boolean {
  if (at !== 'ready') return false
  const listed = new Set(
    transactions.map(({ metadata }) => spelledOnce(metadata.hash, facts.transactions.spelling)),
  )
  const recent = sends.filter(sent => Math.abs(now - sent.at) < chaseTime)
  return minedOf({ account, sends: recent }, facts).some(hash => !listed.has(hash))
}
