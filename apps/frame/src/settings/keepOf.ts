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
 * What a visitor must have kept, any one of it, once the browsers of their wallet are lost. Undefined as long as that is not
 * set up, which they are reminded of, and where whoever runs the services can bring the wallet back.
 */
export function keepOf(wallet: Recoverable): readonly Keepsake[] | undefined {
  if (wallet.mode === 'operator' || reminderOf(wallet) !== undefined) return undefined
  return kept.filter(kind => wallet.factors.some(factor => factor.kind === kind))
}

/** Whether it is told once more: from the wallet's seventh day on (reference §2.6). `now` in milliseconds. */
export function isDue({ createdAt }: { readonly createdAt: string }, now: number): boolean {
  return now - Date.parse(createdAt) >= week
}
