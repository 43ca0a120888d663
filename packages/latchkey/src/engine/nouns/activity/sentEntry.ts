import type {
  AskedStatus,
  CallsEntry,
  EntryLeg,
  JournalEntry,
  TransferEntry,
} from '../../../contract/journal.ts'
import type { ActivityEntry, ActivityStatus } from './activityEntry.ts'
import type { ActivityLeg } from './activityLegs.ts'

const statuses: Readonly<Record<AskedStatus, ActivityStatus | undefined>> = {
  asked: 'asked',
  unknown: 'unknown',
  pending: 'pending',
  confirmed: 'confirmed',
  failed: 'failed',
  replaced: 'replaced',
  dropped: 'dropped',
  // Never sent: it is no activity.
  rejected: undefined,
}

/**
 * What this visitor sent from here, as long as the history does not have it; undefined for what was never sent, and for kinds that no
 * flow sends yet.
 */
export function sentEntry(sent: JournalEntry): ActivityEntry | undefined {
  if (sent.kind !== 'transfer' && sent.kind !== 'calls') return undefined
  const status = statuses[sent.status]
  if (!status) return undefined
  const { receipt } = sent
  const isReplaced = receipt?.status === 'replaced'
  // A batch has its hash from its receipt alone.
  const hash = sent.hash ?? (isReplaced ? undefined : receipt?.hash)
  return {
    id: hash?.toLowerCase() ?? sent.id,
    ...(hash !== undefined && { hash }),
    at: sent.at,
    status,
    own: true,
    ...(sent.kind === 'transfer' ? transferred(sent) : called(sent)),
    marks: [],
    ...(isReplaced && { replacedBy: receipt.by, replacement: receipt.reason }),
    hidden: false,
  }
}

type Told = Pick<ActivityEntry, 'kind' | 'legs' | 'counterparty' | 'others'>

function transferred(sent: TransferEntry): Told {
  return { kind: 'send', legs: [toLeg(sent)], counterparty: sent.to, others: 0 }
}

/** What the calls do beside the currency that they carry is the chain's to tell. */
function called({ targets, value }: CallsEntry): Told {
  const [target, ...others] = targets
  return {
    kind: 'execute',
    legs: value ? [toLeg(value)] : [],
    ...(target !== undefined && { counterparty: target }),
    others: others.length,
  }
}

function toLeg({ asset, amount }: EntryLeg): ActivityLeg {
  return {
    asset: {
      key: asset.address?.toLowerCase() ?? 'native',
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
