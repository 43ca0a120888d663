import type { LoginUser } from 'latchkey/services'

/** The address that an account is logged in to with: one that a provider says is none. */
export function ownEmail(user: Pick<LoginUser, 'identities'> | undefined): string | undefined {
  return user?.identities.find(({ kind }) => kind === 'email')?.label ?? undefined
}
