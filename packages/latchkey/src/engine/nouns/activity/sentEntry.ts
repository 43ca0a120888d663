import type {
  ApprovalEntry,
  AskedStatus,
  CallsEntry,
  JournalEntry,
  PaymentEntry,
  SwapEntry,
  TransferEntry,
  WalletEntry,
} from '../../../contract/journal.ts'
import { type Spelling, spelledOnce } from '../../../contract/namespaceFacts.ts'
import { cleanName } from '../identity/cleanName.ts'
import type { ActivityEntry, ActivityStatus } from './activityEntry.ts'
import type { IdFacts } from './idFacts.ts'
import { orderedEntry } from './orderedEntry.ts'
import { toLeg } from './sentLeg.ts'

const statuses: Readonly<Record<AskedStatus, ActivityStatus | undefined>> = {
  asked: 'asked',
  unknown: 'unknown',
  pending: 'pending',
  confirmed: 'confirmed',
  failed: 'failed',
  replaced: 'replaced',
  expired: 'dropped',
  dropped: 'dropped',
  // Never sent: it is no activity.
  rejected: undefined,
}

/**
 * What this visitor set going from here, as long as the history does not have it; undefined for what was never sent. `all` is the journal,
 * which knows the swap that an approval is for.
 */
export function sentEntry(
  sent: JournalEntry,
  facts: IdFacts,
  all: readonly JournalEntry[] = [],
): ActivityEntry | undefined {
  if (sent.kind === 'order') return orderedEntry(sent, facts)
  const status = statuses[sent.status]
  if (!status) return undefined
  const { receipt } = sent
  const isReplaced = receipt?.status === 'replaced'
  // A batch has its hash from its receipt alone.
  const hash = sent.hash ?? (isReplaced ? undefined : receipt?.hash)
  return {
    id: hash === undefined ? sent.id : spelledOnce(hash, facts.transactions.spelling),
    ...(hash !== undefined && { hash }),
    at: sent.at,
    status,
    own: true,
    ...tell(sent, facts.tokens, all),
    marks: [],
    ...(isReplaced && { replacedBy: receipt.by, replacement: receipt.reason }),
    hidden: false,
  }
}

type Told = Pick<ActivityEntry, 'kind' | 'legs' | 'counterparty' | 'others' | 'allowance'>

function tell(sent: WalletEntry, spelling: Spelling, all: readonly JournalEntry[]): Told {
  switch (sent.kind) {
    case 'transfer':
      return transferred(sent, spelling)
    case 'calls':
      return called(sent, spelling)
    case 'swap':
      return swapped(sent, spelling)
    case 'approval':
      return allowed(sent, spelling, all)
    case 'payment':
      return paid(sent, spelling)
  }
}

/** Both legs by the receipt's logs, else what was agreed: what comes in is then a bound, and marked as one (F26). */
function swapped(
  { out, in: least, legs, exact, recipient, toNetworkId, status }: SwapEntry,
  spelling: Spelling,
): Told {
  const isOver = status === 'failed' || status === 'dropped' || status === 'expired'
  // Nothing arrives from what failed, and elsewhere from what another account or network receives.
  const isHere = recipient === undefined && toNetworkId === undefined && !isOver
  const left = toLeg(legs?.out ?? out, spelling)
  const came = { ...toLeg(legs?.in ?? least, spelling), direction: 'in' } as const
  return {
    kind: 'trade',
    legs: [
      !legs?.out && exact === 'out' ? { ...left, bound: 'atMost' } : left,
      ...(isHere ? [legs?.in ? came : { ...came, bound: 'atLeast' as const }] : []),
    ],
    ...(recipient !== undefined && { counterparty: recipient }),
    others: 0,
  }
}

/** Nothing moves: the leg says what may be taken, and the counterparty who may. */
function allowed(sent: ApprovalEntry, spelling: Spelling, all: readonly JournalEntry[]): Told {
  const provider = providerOf(sent, all)
  return {
    kind: 'approve',
    legs: [{ ...toLeg(sent, spelling), direction: 'self' }],
    counterparty: sent.spender,
    others: 0,
    allowance: { revokes: !/[1-9]/.test(sent.amount), ...(provider !== undefined && { provider }) },
  }
}

/** By the swap that it is for; of a revocation by any swap that allowed the same spender. */
function providerOf(sent: ApprovalEntry, all: readonly JournalEntry[]): string | undefined {
  const swaps = all.filter(entry => entry.kind === 'swap')
  const swap =
    swaps.find(({ id }) => id === sent.for) ??
    swaps.find(({ allowance }) => allowance?.spender === sent.spender)
  return swap && cleanName(swap.provider)
}

function transferred(sent: TransferEntry, spelling: Spelling): Told {
  return { kind: 'send', legs: [toLeg(sent, spelling)], counterparty: sent.to, others: 0 }
}

/** Only the chain says what the calls do beside the currency that they carry. */
function called({ targets, value }: CallsEntry, spelling: Spelling): Told {
  const [target, ...others] = targets
  return {
    kind: 'execute',
    legs: value ? [toLeg(value, spelling)] : [],
    ...(target !== undefined && { counterparty: target }),
    others: others.length,
  }
}

/** What left the account; where it was swapped on the way, that is a bound. */
function paid({ out, in: got, recipient }: PaymentEntry, spelling: Spelling): Told {
  const leg = toLeg(out, spelling)
  return {
    kind: 'pay',
    legs: [got ? { ...leg, bound: 'atMost' } : leg],
    counterparty: recipient,
    others: 0,
  }
}
