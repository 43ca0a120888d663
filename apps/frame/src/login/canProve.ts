import { type LoginUser, provingSocials } from 'latchkey/services'

/** Whether an account has a way to prove its visitor anew: a code, a passkey, or a provider that states the time of a login. */
export const canProve = ({ identities }: Pick<LoginUser, 'identities'>): boolean =>
  identities.some(({ kind, issuer }) => kind !== 'social' || provingSocials.some(name => name === issuer))
