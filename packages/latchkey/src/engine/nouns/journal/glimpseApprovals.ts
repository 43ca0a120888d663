import type { CaipAddress } from '../../../contract/caip.ts'
import type { KeyStore } from '../../base/storage.ts'
import type { StoredKey } from '../../base/stored.ts'

/** What is looked at of a stored entry; every value may be missing, or of any type. */
interface Glimpsed {
  readonly kind?: unknown
  readonly from?: unknown
  readonly status?: unknown
  readonly allowance?: unknown
}

/** The journal's own key, read without the schema: the same name and version. */
const glimpseKey: StoredKey<readonly Glimpsed[]> = {
  name: 'sends',
  version: 2,
  parse: data => (Array.isArray(data) ? data.filter(item => typeof item === 'object' && item !== null) : []),
  // Version 1 held transfers only.
  migrations: [() => []],
}

/**
 * Whether the journal has an approval by an account, which may be open still: a few bytes, so that an account's view need not
 * load the journal to know that there is nothing to revoke. A swap that failed with its approval in one request counts. Never rejects.
 */
export async function glimpseApprovals(storage: KeyStore, account: CaipAddress): Promise<boolean> {
  const entries = (await storage.read(glimpseKey).catch(() => undefined)) ?? []
  return entries.some(
    ({ kind, from, status, allowance }) =>
      String(from).toLowerCase() === account.toLowerCase() &&
      status !== 'rejected' &&
      (kind === 'approval' ? status !== 'failed' : allowance !== undefined && status !== 'confirmed'),
  )
}
