import type {
  AskedStatus,
  CallsEntry,
  EntryLeg,
  JournalEntry,
  TransferEntry,
} from '../../../contract/journal.ts'
import { type Spelling, spelledOnce } from '../../../contract/namespaceFacts.ts'
import type { ActivityEntry, ActivityStatus } from './activityEntry.ts'
import { type ActivityLeg, assetKey } from './activityLegs.ts'
import type { IdFacts } from './idFacts.ts'

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
 * What this visitor sent from here, as long as the history does not have it; undefined for what was never sent, and for kinds that no
 * flow sends yet.
 */
export function sentEntry(sent: JournalEntry, facts: IdFacts): ActivityEntry | undefined {
  if (sent.kind !== 'transfer' && sent.kind !== 'calls') return undefined
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
    ...(sent.kind === 'transfer' ? transferred(sent, facts.tokens) : called(sent, facts.tokens)),
    marks: [],
    ...(isReplaced && { replacedBy: receipt.by, replacement: receipt.reason }),
    hidden: false,
  }
}

type Told = Pick<ActivityEntry, 'kind' | 'legs' | 'counterparty' | 'others'>

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

function toLeg({ asset, amount }: EntryLeg, spelling: Spelling): ActivityLeg {
  return {
    asset: {
      key: assetKey(asset.address, spelling),
      kind: 'fungible',
      symbol: asset.symbol,
      vouched: true,
      ...(asset.address !== undefined && { address: asset.address }),
    },
    direction: 'out',
    amount,
    decimals: asset.decimals,
    spam: false,
  }
}
