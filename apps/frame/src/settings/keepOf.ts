import type { CustodyMode, RecoveryKind } from 'latchkey/services'
import { reminderOf } from './reminderOf.ts'

/** A week, in milliseconds. */
const week = 604_800_000
const kept = ['passkey', 'code', 'password'] as const satisfies readonly RecoveryKind[]

/** What a visitor keeps of a wallet. */
export type Keepsake = (typeof kept)[number]

interface Recoverable {
  readonly mode: CustodyMode
  readonly factors: readonly { readonly kind: RecoveryKind }[]
}

/**
 * Returns the recovery items, any one of which brings the wallet back once its browsers are lost. Undefined before
 * recovery is set up, which has its own reminder, and where the operator can recover the wallet.
 */
export function keepOf(wallet: Recoverable): readonly Keepsake[] | undefined {
  if (wallet.mode === 'operator' || reminderOf(wallet) !== undefined) return undefined
  return kept.filter(kind => wallet.factors.some(factor => factor.kind === kind))
}

/** Whether the reminder is due: from the wallet's seventh day on (reference §2.6). `now` in milliseconds. */
export function isDue({ createdAt }: { readonly createdAt: string }, now: number): boolean {
  return now - Date.parse(createdAt) >= week
}
