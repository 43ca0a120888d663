import type { SentTransfer } from '../../../contract/send.ts'
import type { ActivityEntry, ActivityStatus } from './activityEntry.ts'

const statuses: Readonly<Record<SentTransfer['status'], ActivityStatus | undefined>> = {
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

/** Whether a transfer of ours can still come to something. */
export function isUnderway({ status }: Pick<SentTransfer, 'status'>): boolean {
  return status === 'asked' || status === 'unknown' || status === 'pending'
}

/** A transfer that this visitor made, as long as the history does not have it; undefined for one that was never sent. */
export function sentEntry(sent: SentTransfer): ActivityEntry | undefined {
  const status = statuses[sent.status]
  if (!status) return undefined
  const { asset, hash, receipt } = sent
  return {
    id: hash?.toLowerCase() ?? sent.id,
    ...(hash !== undefined && { hash }),
    at: sent.at,
    kind: 'send',
    status,
    own: true,
    legs: [
      {
        asset: {
          key: asset.address?.toLowerCase() ?? 'native',
          kind: 'fungible',
          symbol: asset.symbol,
          vouched: true,
          ...(asset.address !== undefined && { address: asset.address }),
        },
        direction: 'out',
        amount: sent.amount,
        decimals: asset.decimals,
        spam: false,
      },
    ],
    counterparty: sent.to,
    others: 0,
    marks: [],
    ...(receipt?.status === 'replaced' && { replacedBy: receipt.by, replacement: receipt.reason }),
    hidden: false,
  }
}
