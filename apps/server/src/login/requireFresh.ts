import { RouteFault } from '../http/routeFault.ts'
import type { LoginCaller } from './loginCaller.ts'

/** Milliseconds for which a proof of who somebody is lets them change how they are known. */
const freshFor = 300_000

/** Refuses who was not proven just now, and everybody for a day after a change of address (T45). @throws RouteFault LOGIN_STEP_UP */
export function requireFresh({ sessionAge, isFrozen }: Pick<LoginCaller, 'sessionAge' | 'isFrozen'>): void {
  if (isFrozen || sessionAge > freshFor) throw new RouteFault('LOGIN_STEP_UP')
}
