import { RouteFault } from '../../core/http/routeFault.ts'
import type { LoginCaller } from './loginCaller.ts'

/** Milliseconds for which a proof lets a visitor change their identities. */
const freshFor = 300_000

/** Whether a proof of so many milliseconds ago was just given. */
export const isFresh = (sessionAge: number): boolean => sessionAge <= freshFor

/**
 * Refuses who did not just use a passkey that the account has had for a day: for what a mailbox alone must not do.
 * @throws RouteFault LOGIN_STEP_UP
 */
export function requirePasskey(caller: Pick<LoginCaller, 'sessionAge' | 'isFrozen' | 'provedBy'>): void {
  requireFresh(caller)
  if (caller.provedBy !== 'passkey') throw new RouteFault('LOGIN_STEP_UP')
}

/**
 * Requires a proof just given, and refuses every caller for a day after a change of address (T45). @throws RouteFault
 * LOGIN_STEP_UP
 */
export function requireFresh({ sessionAge, isFrozen }: Pick<LoginCaller, 'sessionAge' | 'isFrozen'>): void {
  if (isFrozen || !isFresh(sessionAge)) throw new RouteFault('LOGIN_STEP_UP')
}
