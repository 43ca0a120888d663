import { limits } from '../../contract/limits.ts'
import type { KeyStore } from './storage.ts'
import type { StoredKey } from './stored.ts'

/** `@latchkey/<id>/emails`: addresses that were proven here (SPEC §3 "recent emails"). */
export const recentEmails: StoredKey<readonly string[]> = {
  name: 'emails',
  version: 1,
  lifetime: 90 * 24 * 3_600_000,
  parse: data =>
    Array.isArray(data) && data.length <= 10 && data.every(isAddress) ? (data as string[]) : undefined,
}

/** Puts an address first among them; the oldest are forgotten. */
export async function rememberEmail(storage: KeyStore, address: string): Promise<void> {
  const known = (await storage.read(recentEmails)) ?? []
  await storage.write(
    recentEmails,
    [address, ...known.filter(each => each !== address)].slice(0, limits.recentEmails),
  )
}

function isAddress(value: unknown): boolean {
  return typeof value === 'string' && value.length <= 254 && /^[^\s@]{1,64}@[^\s@]{1,253}$/.test(value)
}
