import type { StoredKey } from '../base/stored.ts'

/** `@latchkey/<id>/emails`: addresses that were proven here (SPEC §3 "recent emails"). */
export const recentEmails: StoredKey<readonly string[]> = {
  name: 'emails',
  version: 1,
  lifetime: 90 * 24 * 3_600_000,
  parse: data =>
    Array.isArray(data) && data.length <= 10 && data.every(isAddress) ? (data as string[]) : undefined,
}

function isAddress(value: unknown): boolean {
  return typeof value === 'string' && value.length <= 254 && /^[^\s@]{1,64}@[^\s@]{1,253}$/.test(value)
}
