import { RouteFault } from '../../core/http/routeFault.ts'
import type { Custody } from './createCustody.ts'
import type { CustodyCaller } from './custodyCaller.ts'

/**
 * Refuses a device without a key share where the account has a wallet that no login opens: a login alone, which a code by mail
 * gives, adds no way to log in and begins nothing that only a holder of the key needs (decision 059).
 * @throws RouteFault LOGIN_STEP_UP, or the one given.
 */
export async function requireKeyHere(
  custody: Pick<Custody, 'mode' | 'needOf'>,
  { accountId, deviceThumbprint }: Pick<CustodyCaller, 'accountId' | 'deviceThumbprint'>,
  refusal: 'LOGIN_STEP_UP' | 'CUSTODY_STEP_UP' = 'LOGIN_STEP_UP',
): Promise<void> {
  if (custody.mode !== 'user') return
  if ((await custody.needOf(accountId, deviceThumbprint)) === 'recover') throw new RouteFault(refusal)
}
