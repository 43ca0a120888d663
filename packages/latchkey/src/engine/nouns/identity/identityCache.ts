/** Stored answers of the identity call (SPEC §3 "Stored keys", §9: 5 minutes). */
import { limits } from '../../../contract/limits.ts'
import type { Clock } from '../../base/clock.ts'
import type { KeyStore } from '../../base/storage.ts'
import type { StoredKey } from '../../base/stored.ts'

/** An answer, cleaned; `avatar` is the address its picture has elsewhere. */
export interface KnownIdentity {
  readonly name: string | undefined
  readonly avatar: string | undefined
  /** Milliseconds since the epoch. */
  readonly at: number
}

/** How many accounts are remembered. */
const most = 20

const identityKey: StoredKey<Readonly<Record<string, KnownIdentity>>> = {
  name: 'identity',
  version: 1,
  lifetime: limits.identityCache,
  parse(data) {
    const entries = Object.entries(data as Readonly<Record<string, KnownIdentity>>)
    const text = (value: unknown) => (typeof value === 'string' ? value : undefined)
    return Object.fromEntries(
      entries.map(([account, { name, avatar, at }]) => [
        account,
        { name: text(name), avatar: text(avatar), at: Number(at) },
      ]),
    )
  },
}

/** Whether an answer is at most 5 minutes old; a clock that was put back makes it old. */
export function isFresh(clock: Pick<Clock, 'now'>, { at }: KnownIdentity): boolean {
  return Math.abs(clock.now() - at) < limits.identityCache
}

/** The stored identity of an account, while it is still fresh. */
export async function recallIdentity(
  { storage, clock }: { readonly storage: KeyStore; readonly clock: Pick<Clock, 'now'> },
  account: string,
): Promise<KnownIdentity | undefined> {
  const known = await storage.read(identityKey)
  const entry = known && Object.hasOwn(known, account) ? known[account] : undefined
  return entry && isFresh(clock, entry) ? entry : undefined
}

/** Keeps an answer, and the newest of the others. */
export async function keepIdentity(
  storage: KeyStore,
  account: string,
  identity: KnownIdentity,
): Promise<void> {
  const { [account]: _before, ...others } = (await storage.read(identityKey)) ?? {}
  const newest = Object.entries(others).sort(([, a], [, b]) => b.at - a.at)
  await storage.write(identityKey, Object.fromEntries([[account, identity], ...newest.slice(0, most - 1)]))
}
