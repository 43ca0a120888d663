/** Stored first pages of histories (SPEC §3 "Stored keys", §9: 15 s): a page that is loaded again need not ask. */
import * as v from 'valibot'
import type { CaipAddress } from '../../../contract/caip.ts'
import { type History, historySchema } from '../../../contract/history.ts'
import { limits } from '../../../contract/limits.ts'
import type { StoredKey } from '../../base/stored.ts'
import type { EngineContext } from '../../context.ts'

export interface KnownHistory {
  readonly account: CaipAddress
  readonly page: History
  /** Milliseconds since the epoch. */
  readonly readAt: number
}

/** Longer ones are not stored: the store is the host's. */
const longest = 100_000

const historyKey: StoredKey<KnownHistory> = {
  name: 'history',
  version: 1,
  lifetime: limits.transactionCache,
  parse(data) {
    const { account, page, readAt } = data as KnownHistory
    const parsed = v.safeParse(historySchema, page)
    const isOurs = typeof account === 'string' && typeof readAt === 'number' && parsed.success
    return isOurs ? { account, page: parsed.output, readAt } : undefined
  },
}

/** The first page of an account, read at most 15 s ago. */
export async function recallHistory(
  { storage, clock }: Pick<EngineContext, 'storage' | 'clock'>,
  account: CaipAddress,
): Promise<KnownHistory | undefined> {
  const known = await storage.read(historyKey)
  const isFresh = known && Math.abs(clock.now() - known.readAt) < limits.transactionCache
  return isFresh && known.account === account ? known : undefined
}

export async function keepHistory(
  { storage }: Pick<EngineContext, 'storage'>,
  known: KnownHistory,
): Promise<void> {
  if (JSON.stringify(known).length > longest) return
  await storage.write(historyKey, known)
}
