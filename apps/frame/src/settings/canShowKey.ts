import type { Login } from '../login/createLogin.ts'
import type { Facts } from './readFacts.ts'

export const oneDay = 86_400_000

/**
 * Whether the services take a passkey as proof enough to show the key (T80): one that came to the account less than a day
 * ago proves no more than what it was added with, unless the account began with it.
 */
export function canShowKey(
  { createdAt }: Pick<Facts['passkeys'][number], 'createdAt'>,
  user: Pick<Facts['user'], 'createdAt'>,
  now: number,
): boolean {
  return createdAt === user.createdAt || Date.parse(createdAt) + oneDay <= now
}

/** The credentials by which that can be proven in this browser. */
export function oldPasskeys(
  { passkeys }: Pick<Login, 'passkeys'>,
  facts: Pick<Facts, 'passkeys' | 'user'>,
  now: number,
): readonly string[] {
  if (!passkeys.isSupported) return []
  return facts.passkeys.filter(each => canShowKey(each, facts.user, now)).map(({ credential }) => credential)
}
