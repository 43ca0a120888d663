import { addressOf } from '../../../contract/caip.ts'
import { limits } from '../../../contract/limits.ts'
import type { EngineContext } from '../../context.ts'
import type { Activity, ActivityState } from './activity.ts'

/** Milliseconds to the next look for a transaction that its receipt speaks of and the index does not have yet; doubles. */
const chase = 1_000
/** For how long after the receipt it is looked for. */
const chaseTime = 120_000

export interface ChaseOptions {
  readonly machine: Activity['machine']
  /** Reads the first page, where somebody can see it. */
  readonly look: () => Promise<void>
}

/**
 * Looks sooner while a transfer of ours has a receipt that the list does not have; fetched with the first transfer.
 * Answers the stop.
 */
export function chaseReceipts(
  { clock }: Pick<EngineContext, 'clock'>,
  { machine, look }: ChaseOptions,
): () => void {
  let isOver = false
  let tries = 0
  let cancel = () => {}

  function plan(): void {
    cancel()
    if (isOver) return
    if (!isMissed(machine.getState(), clock.now())) {
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
    if (state.sends !== before.sends && minedOf(state).join() !== minedOf(before).join()) tries = 0
    plan()
  })
  plan()
  return () => {
    isOver = true
    off()
    cancel()
  }
}

/** Hashes that receipts of this account on its network speak of: what was sent elsewhere is not to come into its list. */
function minedOf({ account, sends }: Pick<ActivityState, 'account' | 'sends'>): readonly string[] {
  return sends.flatMap(sent => {
    const { caipNetworkId, from } = sent
    const receipt = sent.kind === 'order' ? undefined : sent.receipt
    return receipt && `${caipNetworkId}:${addressOf(from)}`.toLowerCase() === account?.toLowerCase()
      ? (receipt.status === 'replaced' ? receipt.by : receipt.hash).toLowerCase()
      : []
  })
}

/** Whether a recent transfer has a receipt, and the list does not have its transaction. */
function isMissed({ account, at, sends, transactions }: ActivityState, now: number): boolean {
  if (at !== 'ready') return false
  const listed = new Set(transactions.map(({ metadata }) => metadata.hash.toLowerCase()))
  const recent = sends.filter(sent => Math.abs(now - sent.at) < chaseTime)
  return minedOf({ account, sends: recent }).some(hash => !listed.has(hash))
}
